"""What the player reads in an event, in our own words."""

from __future__ import annotations

TEXTS = {
    "Neow Event": (
        "At the foot of the tower lies a whale as old as the stones. One of her eyes opens. She "
        "has seen you climb before, and fall before. For this climb she offers a gift."
    ),
    "Spire Heart": (
        "The stair ends before the heart of the tower. It is as large as a house, and it beats. "
        "All that you have learned on the way goes into one blow."
    ),
    # act 1
    "Big Fish": (
        "A banana, a donut and a box dangle in front of you on three strings that lead up into "
        "the dark. Somebody up there is fishing. You can have one of them, but there is a tug on "
        "each line."
    ),
    "The Cleric": (
        "A friendly healer in a helmet has set up a table in the corridor. His prices are painted "
        "on a shield, and he winks as you read them: health for gold, a clear conscience for a "
        "little more."
    ),
    "Dead Adventurer": (
        "A dead climber lies here with all he owned: a purse, a bundle, something that glints. "
        "What killed him has left deep tracks, and it may come back while you search."
    ),
    "Golden Idol": (
        "A golden idol stands on a pedestal in an empty room. The floor is very clean, and the "
        "walls have slots in them. It does not look unguarded."
    ),
    "Golden Wing": (
        "A statue in the shape of a wing stands in the light of a single window. It asks for a "
        "prayer and a drop of blood. Its feathers are of gold, and strong hands could break some "
        "off."
    ),
    "World of Goop": (
        "The floor gives way and you land in a puddle of slime that burns on the skin. Gold "
        "shines at the bottom, and your own purse is sinking after it."
    ),
    "Liars Game": (
        "A snake in a fine collar looks down at you from a heap of coins. It offers them all. It "
        "wants nothing for it but your word, and it smiles with too many teeth."
    ),
    "Living Wall": (
        "Faces push out of the stone and block the way, row above row. They speak with one voice: "
        "nobody passes who stays as they are. Forget, change or grow."
    ),
    "Mushrooms": (
        "Colourful mushrooms cover the corridor from wall to wall, and they smell of fresh bread. "
        "Some of them have turned to look at you."
    ),
    "Scrap Ooze": (
        "A heap of acid slime quivers in the corner. Deep inside, among bent swords and bones, "
        "something shines. Reaching for it hurts, and each try goes deeper."
    ),
    "Shining Light": (
        "A ball of light fills the middle of the room, warm as a hearth. Whoever walks through it "
        "comes out burned, and knows more than before."
    ),
    # act 2
    "Addict": (
        "A beggar in rags holds on to your sleeve and asks for gold. Under his coat he hides "
        "something of value. He is weak, and nobody else is near."
    ),
    "Back to Basics": (
        "Old writing covers a wall that nobody has cleaned for a hundred years. It speaks of "
        "plain blows and plain shields, and how far one can come with them."
    ),
    "Beggar": (
        "An old man sits by the stair with an empty bowl. He asks for gold, and promises in turn "
        "to carry one of your burdens for you."
    ),
    "Colosseum": (
        "You wake up on sand, to the noise of a crowd. The gates are shut, the seats are full, "
        "and a herald is calling your name. They want to see a fight."
    ),
    "Cursed Tome": (
        "A heavy book lies open on a stand, and its pages turn by themselves until you come near. "
        "Every page that you read costs some of your life. The last one is still far."
    ),
    "Drug Dealer": (
        "A man with many bottles in his coat steps out of a doorway. He can make you better, he "
        "says. He does not say at what, and his hands shake."
    ),
    "Forgotten Altar": (
        "An altar to a god without a name stands in a flooded hall. There is a hollow in it the "
        "size of an idol, and a dark stain on its edge. It waits for gold, or for blood."
    ),
    "Ghosts": (
        "Black smoke gathers into three ghosts. They want what you have and they have not: "
        "warmth. In exchange they teach you how to be hard to touch."
    ),
    "Masked Bandits": (
        "Three bandits with red masks stand across the road, one large, one thin, one very loud. "
        "They demand all of your gold, and are polite about it."
    ),
    "Nest": (
        "You follow a song to a hidden nest, where people in feathers kneel in rows. A box of "
        "their gold stands unwatched by the door. The queue for the ceremony is short."
    ),
    "The Library": (
        "Shelves rise higher than the lamp can show, and there is not a sound. You have the time "
        "for one book, or for a nap in the large chair by the window."
    ),
    "The Mausoleum": (
        "A coffin set with stones lies in a round tomb, and black fog comes out from under its "
        "lid. It would be easy to open."
    ),
    "Vampires": (
        "Hooded figures stand in a circle, and one place in it is free. They offer you a life "
        "without end, and a different way of fighting. Their leader shows you their teeth."
    ),
    # act 3
    "Falling": (
        "The floor breaks and you fall, past windows and other people's stairs. There is time to "
        "save yourself, but you must let go of something to do it."
    ),
    "MindBloom": (
        "The room reads what you think, and your thoughts take shape in front of you. Each of "
        "them can become true if you say it aloud."
    ),
    "The Moai Head": (
        "A huge stone head looks at you with an open mouth and empty eyes. Inside it is dark and "
        "warm. At its feet lie offerings, most of them gold."
    ),
    "Mysterious Sphere": (
        "A sphere of metal lies in the middle of the room with a prize locked inside. Two guards "
        "stand by it. They have not moved for so long that moss grows on them."
    ),
    "SensoryStone": (
        "A cube of stone hums when you lay your hands on it. It holds the memories of those who "
        "touched it before. The more of them you look at, the more it hurts."
    ),
    "Tomb of Lord Red Mask": (
        "The lord of the masked bandits lies here in state, with his gold around him. His face is "
        "bare. On the wall is the mark of his gang, and a plate for gifts."
    ),
    "Winding Halls": (
        "You pass the same broken lamp for the third time. The corridors turn back on themselves, "
        "and somebody laughs in the walls. You are lost."
    ),
    # shrines and events that happen once
    "Accursed Blacksmith": (
        "A forge still burns in an empty smithy, and the hammer is warm. Beside the anvil lies a "
        "pair of tongs that you would rather not look at for long."
    ),
    "Bonfire Elementals": (
        "Small spirits of fire dance around a bonfire. When they notice you they fall silent and "
        "wait. They want something to burn, and they thank those who give them good fuel."
    ),
    "Designer": (
        "A designer in fine clothes walks around you once and sighs. For gold he would help. "
        "Nobody who dresses like that should go any higher."
    ),
    "Duplicator": (
        "In front of a tall mirror stands a shrine. The card that you lay on it is there twice "
        "when you look up."
    ),
    "FaceTrader": (
        "A trader without a face of his own would like to touch yours. He pays for it. He also "
        "swaps, and the faces on his belt seem content."
    ),
    "Fountain of Cleansing": (
        "Clear water rises from a fountain and falls without a sound. Those who drink from it are "
        "rid of what clings to them."
    ),
    "Golden Shrine": (
        "A shrine of gold stands in a niche. It rewards those who pray. It also rewards those who "
        "break a piece off, but not only with gold."
    ),
    "Knowing Skull": (
        "A skull floats up to you and knows why you have come. It grants every wish that you "
        "have, one after the other. Each of them costs some of your life, and so does leaving."
    ),
    "Lab": (
        "A room full of flasks, some of them still bubbling. Whoever works here has gone out, and "
        "left the door open."
    ),
    "Match and Keep!": (
        "Twelve cards lie face down on a table, and a gremlin has drawn up a chair for you. You "
        "keep the pairs that you find. You have five tries."
    ),
    "N'loth": (
        "A pale creature with a great mouth steps out of the wall. It is hungry for old things. "
        "For one of your relics it gives its own gift."
    ),
    "NoteForYourself": (
        "Behind a loose brick lies a card, and around it is a note in your own handwriting. You "
        "do not remember writing it. You could leave a card for the next time."
    ),
    "Purifier": (
        "White flames burn on a shrine and give no heat. What you lay into them is gone for ever."
    ),
    "SecretPortal": (
        "Behind a curtain shimmers a portal. You can see the far side of it: the top of this part "
        "of the tower, and what waits there."
    ),
    "The Joust": (
        "Two knights are about to ride at each other. A crowd takes bets, and the odds are "
        "chalked on the wall: the owner is trusted, the murderer pays better."
    ),
    "The Woman in Blue": (
        "A woman in blue has spread out her potions on a blanket. She sells them one, two or "
        "three at a time. She does not like to be refused."
    ),
    "Transmorgrifier": (
        "The shape of this shrine is never the same when you look twice. It turns one of your "
        "cards into another one."
    ),
    "Upgrade Shrine": (
        "A shrine of bright steel rings softly when you come near. It makes one of your cards "
        "better, and asks for nothing."
    ),
    "WeMeetAgain": (
        "A man waves at you as at an old friend. You do not know him. He asks for a present all "
        "the same, and promises one in return."
    ),
    "Wheel of Change": (
        "A gremlin in a bright coat invites you to spin his wheel. Gold, a relic, healing, a "
        "curse, a lighter deck, a blow: it has to stop somewhere."
    ),
}
"""The text of every event, by id."""
