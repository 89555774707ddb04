"""Ready decks of System Gateway."""

from __future__ import annotations

BEGINNER_CORP = {
    "identity": "The Syndicate: Profit over Principle",
    "cards": {
        "Offworld Office": 3, "Send a Message": 2, "Superconducting Hub": 2, "Nico Campaign": 2,
        "Regolith Mining License": 2, "Urtica Cipher": 2, "Government Subsidy": 2, "Hedge Fund": 3,
        "Seamless Launch": 2, "Manegarm Skunkworks": 1, "Brân 1.0": 2, "Palisade": 3, "Diviner": 2,
        "Whitespace": 2, "Karunā": 2, "Tithe": 2,
    },
}  # fmt: skip
BEGINNER_RUNNER = {
    "identity": "The Catalyst: Convention Breaker",
    "cards": {
        "Creative Commission": 2, "Jailbreak": 3, "Overclock": 2, "Sure Gamble": 3, "Tread Lightly": 2,
        "VRcation": 2, "Docklands Pass": 1, "Pennyshaver": 1, "Red Team": 1,
        "Smartware Distributor": 2, "Telework Contract": 2, "Verbal Plasticity": 1, "Carmen": 2,
        "Cleaver": 2, "Mayfly": 2, "Unity": 2,
    },
}  # fmt: skip
INTERMEDIATE_CORP = {
    "identity": BEGINNER_CORP["identity"],
    "cards": {
        **BEGINNER_CORP["cards"], "Orbital Superiority": 2, "Predictive Planogram": 2,
        "Public Trail": 2, "Retribution": 1, "AMAZE Amusements": 1, "Funhouse": 2,
    },
}  # fmt: skip
INTERMEDIATE_RUNNER = {
    "identity": BEGINNER_RUNNER["identity"],
    "cards": {
        **BEGINNER_RUNNER["cards"], "Mutual Favor": 2, "Wildcat Strike": 2, "DZMZ Optimizer": 2,
        "Conduit": 2, "Leech": 2,
    },
}  # fmt: skip
STARTERS = [BEGINNER_CORP, BEGINNER_RUNNER]
INTERMEDIATES = [INTERMEDIATE_CORP, INTERMEDIATE_RUNNER]
