"""All cards of System Gateway. Importing this package registers them."""

from . import (  # noqa: F401
    corp_agendas,
    corp_assets,
    corp_ice,
    corp_operations,
    corp_upgrades,
    identities,
    runner_breakers,
    runner_events,
    runner_hardware,
    runner_programs,
    runner_resources,
)
