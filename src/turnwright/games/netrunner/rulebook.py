"""How Netrunner is played, for people."""

from turnwright.core.definition.rulebook import Rulebook

RULEBOOK = Rulebook(
    """## Two sides

The Corp hides agendas in its servers and protects them with ice. The Runner breaks into servers
and steals them. Agendas are worth points. Whoever has enough points first wins: 7, or 6 with the
beginner decks.

- The Corp loses if it must draw from an empty R&D.
- The Runner loses when suffering more damage than there are cards in the grip.

## Clicks and credits

In a turn the Corp has three clicks and the Runner has four. Each pays for one thing: gain a
credit, draw a card, play or install one, advance (Corp), run (Runner). Credits pay for everything
else. The Corp draws one card at the start of each turn without a click.

## Servers

The hand of the Corp is HQ, its deck is R&D, its discard pile is Archives. The Runner can run on
all three, and on remote servers in which agendas and assets are installed. Ice lies in front of a
server. Cards of the Corp lie face down until the Corp rezzes them, which costs credits.

## A run

- Initiation: the Runner names a server.
- Approach: the Runner meets the outermost ice. The Corp may rez it now.
- Encounter: rezzed ice has subroutines. The Runner may break them with icebreakers of the right
  type, whose strength must be at least that of the ice. Unbroken ones take effect, from top to
  bottom.
- Movement: past the ice, the Runner may jack out or goes on to the next one.
- Success: the Runner accesses cards: one of HQ at random, the top one of R&D, or all in Archives
  or in a remote server. Agendas are stolen; other cards may be trashed for their trash cost.

## Scoring

The Corp installs an agenda in a remote server and advances it: one click and one credit for each
counter. With enough counters it is scored at the Corp's own turn.""",
    phases={
        "begin": "The turn begins: the Corp draws a card, and effects of this moment happen.",
        "action": "The active side spends its clicks, one action after the other.",
        "run": "The Runner is inside a server's approach. Nobody has other actions until it ends.",
        "run/initiation": "The run begins. Both sides may use abilities.",
        "run/approach-ice": "The Runner sees the next ice. The Corp may rez it now, and only now.",
        "run/encounter-ice": "Break subroutines with icebreakers. What is not broken takes "
        "effect when you continue.",
        "run/movement": "The ice is passed. The Runner may jack out, or goes on.",
        "run/success": "The Runner is in and accesses cards.",
    },
    zones={
        "deck": "R&D of the Corp, the stack of the Runner: cards to draw, face down.",
        "hand": "HQ of the Corp, the grip of the Runner. Only its owner sees it.",
        "discard": "Archives of the Corp, the heap of the Runner.",
        "scored": "Agendas that count as points.",
        "identity": "Who you are; it has an ability.",
        "ice": "Ice in front of servers. A card back is not rezzed yet.",
        "root": "What is installed in servers: agendas, assets, upgrades.",
        "program": "Programs of the Runner, among them icebreakers. They use memory.",
        "hardware": "Devices of the Runner.",
        "resource": "Contacts and jobs of the Runner. A tagged Runner can lose them.",
    },
)
