// Glyphs for the pictures of cards, 24 by 24, and which card has which: by a word of its name, then by its kind.

const line = (d, width = 2.4) => `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const area = (d) => `<path fill-rule="evenodd" d="${d}"/>`;
const dot = (x, y, r) => `<circle cx="${x}" cy="${y}" r="${r}"/>`;

const GLYPHS = {
  sword: area('M19.5 2H22v2.5L12.3 14.2l-2.5-2.5zM8.3 11l4.7 4.7-1.6 1.6-1.5-1.5-4.6 4.6a1.6 1.6 0 0 1-2.3 0l-.4-.4a1.6 1.6 0 0 1 0-2.3l4.6-4.6-1.5-1.5z'),
  spear: area('M22 2l-2 8.5-2.4-2L5 22.500 2.500 20.200 15 6.400 13 4.500z'),
  shield: area('M12 1.500l8.500 3v6.500c0 5.300-3.500 9.300-8.500 11.500-5-2.200-8.500-6.200-8.500-11.500V4.500zM12 5v14c3.300-1.900 5.300-4.700 5.300-8.300V6.800z'),
  tower: area('M4 2.500h4v3h2.500v-3h3v3H16v-3h4V9l-2 2v11h-4.200v-5a1.800 1.800 0 0 0-3.600 0v5H6V11L4 9z'),
  gate: area('M2 4h20v4.500h-2V21h-4v-6a4 4 0 0 0-8 0v6H4V8.500H2z'),
  flame: area('M12.500 1c.5 4.700 7 6.800 7 13.500a7.500 7.500 0 0 1-15 0c0-3 1.400-5.200 3-6.700.2 1.800 1 3 2.300 3.400C9.600 7.300 10.300 4 12.500 1zM12 12.500c-1.800 2-3 3-3 4.800a3 3 0 0 0 6 0c0-1.800-1.200-2.800-3-4.800z'),
  torch: area('M12.500 1c.4 3 3.800 4.300 3.800 8a4.300 4.300 0 0 1-8.600 0c0-1.900 1-3.100 1.900-4 .2 1 .6 1.600 1.300 1.900-.3-2.400.2-4.300 1.600-5.900zM7 14h10v2.500l-3.500 1V22h-3v-4.500l-3.500-1z'),
  ash: area('M12 1.500c3 4 1.500 6 4 8.500.8-1 1-2 1-3 2.500 3.500 3 6 2.200 8H4.800c-.9-3 .7-5.500 2.200-8 1 1.500 1.500 2.500 1 4.500C10 8.500 10 5.500 12 1.500z') + dot(6, 19.500, 2) + dot(12, 18.500, 1.600) + dot(17.500, 20, 2.200),
  wave: area('M1.500 17C2 9 8 3 17 4.500c-3.200.4-4.800 2-4.800 4.200 0 1.800 1.400 3 3.200 3 2.700 0 4.600-2 7.100-2V17zM1.500 18.500h21v3h-21z'),
  swirl: line('M12 12.500c0-1.300 2.200-1.300 2.200.7 0 2.300-4.200 2.600-5 .1C8 9.800 11.500 7 15 8.300c4.200 1.700 3.800 8.200-.5 10C9 20.700 3.800 16.400 4.300 10.800 4.800 5.600 9.500 2.800 14.500 3.300', 2.6),
  drop: area('M12 1.500c3.600 5.600 7.200 9.200 7.200 13.700a7.200 7.200 0 0 1-14.400 0c0-4.500 3.600-8.100 7.200-13.700zM8 15a4 4 0 0 0 3.500 4v-2A2 2 0 0 1 10 15z'),
  leaf: area('M21 2.500C10 2.500 4 7.500 4 14.500c0 1.500.2 2.600.6 3.700L2 21.300l2 1.500L6.600 19.500C16.500 20 22 13 21 2.500zM7.500 16c2-4 5-6.500 9-8.500-3 3-5.300 5.600-7.300 9.300z'),
  tree: area('M12 1l6 7.500h-2.500l5 7H14V22h-4v-6.500H3.500l5-7H6z'),
  sprout: area('M10.600 22.500v-9.300C5.500 13 2.500 10 2.500 4.500c5.300.2 8.300 2.700 9.400 6.800 1.100-3.300 4-5.300 9.600-5.300 0 5.500-3 8.500-8.100 8.700v7.800z'),
  vine: line('M3 20c5-1 4-6 8-7s5-6 10-8') + area('M9 13C4 12 4 8 4.500 6 8 7 9.500 9.500 9 13zM14 12c1 5 4.500 5.500 7 5-.5-4-3.500-6-7-5z'),
  bird: area('M1.500 8.500c4.200-.8 7.200.2 9.300 2.300 1-4.500 4.200-7.600 9.300-8.600-1 3-1 5.200 0 7.200l2.400 1.100-2.400 1.500c-1.500 5-5.200 7.700-9.800 7.700-3.100 0-5.300-1-6.800-2.600 2 0 3.200-.6 4.200-1.600-3.300-1-5.300-3.700-6.200-7z') + line('M9.500 19.500L8 22.500M12.500 19.500l1 3', 1.600),
  fish: area('M1.500 12C5 6 10.500 4.300 15.300 7.600L22 4v16l-6.700-3.600C10.500 19.700 5 18 1.500 12zM7.500 9.800a1.500 1.500 0 1 0 0 3 1.500 1.500 0 0 0 0-3z'),
  eel: line('M3 20.500c6.500 1.500 9-2.500 7-7s1-8.500 6-8.500', 4) + area('M15 2.500c4 0 7.500 1.500 7.500 4S19 9.500 15.500 9z'),
  shell: area('M12 21.500C5.500 19 2 14 2 8.500 4.500 4.500 8 2.500 12 2.500s7.500 2 10 6c0 5.500-3.500 10.500-10 13zM11.300 18L6 7.200l1.700-1.400zM11.400 16l-.6-11h2.400l-.6 11zM12.700 18l5.300-10.800-1.700-1.400z'),
  crab: area('M12 10c5.200 0 8.500 2.600 8.500 6 0 3.200-3.700 5.200-8.500 5.200S3.500 19.200 3.500 16c0-3.400 3.300-6 8.500-6zM5.500 10.500C1.800 9 1.300 4.500 4.500 2c.2 2.300 1.300 3.300 3.700 3.200 0 2.600-.9 4.300-2.700 5.300zM18.500 10.500c3.700-1.500 4.200-6 1-8.500-.2 2.300-1.300 3.300-3.700 3.200 0 2.600.9 4.300 2.700 5.300zM9.300 13.500a1.200 1.200 0 1 0 0 2.400 1.200 1.200 0 0 0 0-2.400zM14.700 13.500a1.200 1.200 0 1 0 0 2.400 1.200 1.200 0 0 0 0-2.400z'),
  whale: area('M2 13.500C2 9 6 6.500 11 6.500c5.500 0 8 4 10 4V6.500l2 2v5c0 5-4.500 8-10.500 8C6 21.500 2 18 2 13.500zM7 12.300a1.300 1.300 0 1 0 0 2.600 1.300 1.300 0 0 0 0-2.600z') + line('M9 5C8.500 3 7 2.300 5.500 2.500M10 5c.3-2 1.500-3 3.500-3', 1.800),
  stag: area('M12 22.500c-2.400 0-3.700-2-4-4.500L6.500 13h11L16 18c-.3 2.500-1.600 4.500-4 4.500z') + line('M8.500 13.500C4 12 3 7.500 4 2.500M4.200 8L1.500 6M5.800 10.800L2.500 12M15.500 13.500C20 12 21 7.500 20 2.500M19.800 8l2.700-2M18.200 10.800l3.300 1.200', 2),
  boar: area('M3 4.500l5 2h8l5-2-1 6-1.500 6L15 21H9l-3.500-4.500L4 10.500zM8.500 10.300a1.200 1.200 0 1 0 0 2.400 1.200 1.200 0 0 0 0-2.400zM15.500 10.300a1.200 1.200 0 1 0 0 2.400 1.200 1.200 0 0 0 0-2.400zM9.500 16.500v2h1.700v-2zM12.800 16.500v2h1.700v-2z') + line('M5.500 20.500c-2-.5-3-2-3-4M18.500 20.500c2-.5 3-2 3-4', 1.800),
  paw: area('M12 11c3.300 0 6.500 3.500 6.500 7 0 2.700-2 3.700-4 3.300-1.700-.4-3.300-.4-5 0-2 .4-4-.6-4-3.300 0-3.500 3.200-7 6.500-7z') + dot(4, 11.500, 2.300) + dot(8.700, 6, 2.500) + dot(15.300, 6, 2.500) + dot(20, 11.500, 2.300),
  skull: area('M12 2c-5.200 0-9 3.600-9 8.500 0 3 1.400 5 3.200 6.200V20a2 2 0 0 0 2 2h7.600a2 2 0 0 0 2-2v-3.300c1.800-1.200 3.200-3.200 3.200-6.200C21 5.600 17.200 2 12 2zM8.400 9a2.400 2.400 0 1 1 0 4.800 2.400 2.400 0 0 1 0-4.800zm7.200 0a2.400 2.400 0 1 1 0 4.800 2.400 2.400 0 0 1 0-4.800zM12 14.200l1.500 3h-3z'),
  crown: area('M2 6.500l5 5L12 3l5 8.500 5-5L20 18H4zM4.300 19.500h15.400V22H4.300z'),
  book: area('M2.500 4.500c3.300-1.600 6.400-1 8.700 1V20.500c-2.300-2-5.400-2.600-8.700-1zM12.800 5.500c2.300-2 5.400-2.600 8.700-1v15c-3.300-1.600-6.400-1-8.700 1z'),
  scroll: area('M6 2h13a3 3 0 0 1 3 3v3h-4v11a3 3 0 0 1-3 3H4a3 3 0 0 1-3-3v-2h4V3zM8 7h7v2H8zM8 11.500h7v2H8z'),
  quill: area('M21.500 1.500c-9.500 0-15.500 5-16 13.500L2 21.500l2 1 3-5c8.300.5 12.800-4 13.300-8.700l-3.200.5 3.400-3zM8 15.500C9.500 11 13 8 17 6c-3.500 3-6 6-7.200 9.700z'),
  eye: area('M12 4.500c5.200 0 9 3.700 11 7.500-2 3.800-5.800 7.500-11 7.500S3 15.800 1 12c2-3.800 5.800-7.500 11-7.500zm0 3a4.500 4.500 0 1 0 0 9 4.500 4.500 0 0 0 0-9z') + dot(12, 12, 2.300),
  hourglass: area('M4.500 1.500h15V4h-1.700c0 4-2.300 6-4 8 1.700 2 4 4 4 8h1.700v2.500h-15V20h1.700c0-4 2.300-6 4-8-1.700-2-4-4-4-8H4.500zM9 6.500c.8 1.500 2 2.700 3 3.800 1-1.100 2.200-2.300 3-3.800z'),
  flag: area('M3.500 1H6v22H3.500zM7.500 2.500H22L18 8l4 5.500H7.500z'),
  cart: area('M1.500 3h3.800l1.200 3.500H22l-2.300 10H7.800L4 5.500H1.500zM9 18a2.200 2.200 0 1 1 0 4.400A2.200 2.200 0 0 1 9 18zm9 0a2.200 2.200 0 1 1 0 4.400 2.200 2.200 0 0 1 0-4.400z'),
  crate: area('M12 1.500l9.500 4.800v11.400L12 22.500l-9.500-4.800V6.300zM12 4.800L6.500 7.500 12 10.200l5.500-2.700zM5 9.500v6.700l5.700 3v-6.900zM19 9.500l-5.700 2.800v6.900l5.700-3z'),
  hammer: area('M2.500 9L9 2.500l6.800 6.800-1.800 1.800 8.500 8.500-3 3-8.500-8.500-1.800 1.800z'),
  gear: '<circle cx="12" cy="12" r="5.500" fill="none" stroke="currentColor" stroke-width="4"/><circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="4.500" stroke-dasharray="4.070 3"/>',
  star: area('M12 1l2.800 8.200L23 12l-8.200 2.800L12 23l-2.800-8.200L1 12l8.200-2.800z'),
  bolt: area('M14.500 1L4 13.700h6L8.500 23 20 9.500h-6.300z'),
  note: area('M8.500 4.500L20.500 2v14.500a3.800 3.200 0 1 1-2.700-3V7L11.200 8.300v10.900a3.800 3.200 0 1 1-2.700-3z'),
  lantern: area('M9 1h6v2.500h2.500V7h-11V3.500H9zM6 8.500h12l1 10.500H5zM12 10.500c-1.700 2.100-2.700 3-2.700 4.600a2.700 2.700 0 0 0 5.400 0c0-1.600-1-2.500-2.700-4.600zM4.500 20.500h15V23h-15z'),
  anchor: area('M12 1.500a3.200 3.200 0 0 1 1.400 6.100V9.500H17V12h-3.600v7.300c2.900-.4 4.900-2.200 5.600-5.300l2.800-.2c-.6 5.400-4.400 8.700-9.800 8.700S2.800 19.200 2.200 13.800L5 14c.7 3.100 2.700 4.900 5.600 5.300V12H7V9.500h3.600V7.600A3.200 3.200 0 0 1 12 1.500z'),
  ship: area('M11 1.500h2V5c4 1 6.200 3.800 6.800 8.500H13V15h9.500c-.8 4.300-3.600 6.500-7.300 6.500H8.800C5.100 21.500 2.300 19.300 1.500 15H11v-1.500H4.700C5.300 9.500 7.500 6.300 11 5z'),
  cloud: area('M7 15.500a5 5 0 0 1-.6-10A6.300 6.300 0 0 1 18.300 7a4.400 4.400 0 0 1-.3 8.500zM3 17.500h13V20H3zM8 21h13v2H8z'),
  heart: area('M12 21.500C5 16 2 12.300 2 8.300 2 5.200 4.300 3 7.200 3c2 0 3.700 1 4.800 3 1.100-2 2.800-3 4.800-3C19.700 3 22 5.200 22 8.300c0 4-3 7.700-10 13.200z'),
  scales: area('M10.800 1.500h2.400V4l6.300 1.200 3 8.300a4 4 0 0 1-8 0l2.600-6.200-3.900-.8v13.300h4.300v2.700h-11v-2.700h4.300V6.500l-3.900.8 2.600 6.200a4 4 0 0 1-8 0l3-8.300L10.800 4z'),
  moon: area('M15.500 2A10.300 10.300 0 1 0 22 16.200 8.700 8.700 0 0 1 15.500 2z'),
  sun: dot(12, 12, 4.800) + line('M12 1.800v3M12 19.200v3M1.800 12h3M19.200 12h3M4.800 4.800l2 2M17.200 17.200l2 2M4.800 19.200l2-2M17.200 6.800l2-2', 2.2),
  jaws: area('M1.500 11.500C3 5.500 7 2 12 2s9 3.500 10.500 9.500L19 9.500l-2 4.500-2.500-4.500L12 14 9.500 9.500 7 14 5 9.500zM3 16.500l3.500-2L9 19l3-4.500L15 19l2.500-4.500 3.500 2c-1.700 3.700-5 5.500-9 5.500s-7.300-1.800-9-5.500z'),
  rock: area('M1 20.500L8.500 5l4.500 6.500L15.500 8 23 20.500zM8.700 9.300L6 15l2.800-1.200 2.200 2.200 1-1.600z'),
  golem: area('M8.500 1.500h7V7H20l2 9.500h-4l-1-4V22h-4v-5.500h-2V22H7v-9.500l-1 4H2L4 7h4.500zM10 3.500v1.700h1.200V3.500zM12.800 3.500v1.700H14V3.500z'),
  helm: area('M12 1.500C6.500 1.500 4 6 4 11v8.500l5.500 3V14L6.800 12.500V10h10.400v2.500L14.500 14v8.500l5.500-3V11c0-5-2.500-9.500-8-9.500z'),
  hood: area('M12 1.500c5 1 8.500 5.500 8.500 11 0 3-.5 5.500-1.500 7.500l2 2.500H3l2-2.500c-1-2-1.500-4.500-1.500-7.500 0-5.500 3.500-10 8.500-11zM12 7.500c-2.700 0-4.500 2.500-4.500 5.500S9.500 19 12 19s4.500-3 4.500-6-1.800-5.500-4.500-5.500z'),
  boot: area('M6.500 1.500H15V11.500l6 3.500c.8.500 1 1.200 1 2V19H4.500v-4l2-2.500zM4.500 20.500H22V23H4.500z'),
  cards: area('M2 6l8.500-3 5 15.500L7 21.500zM13.500 2.500H22v16h-4.500z'),
  mute: area('M12 1.500a10.500 10.500 0 1 1 0 21 10.500 10.500 0 0 1 0-21zM6 8a7.400 7.400 0 0 0 10 10zM8 6l10 10A7.400 7.400 0 0 0 8 6z'),
  jar: area('M7.500 1.500h9V5l-1.500 1.500c3.500 1.500 5.500 4.300 5.500 8 0 4.800-3.700 8-8.500 8s-8.500-3.200-8.500-8c0-3.700 2-6.500 5.500-8L7.500 5zM6.500 14h11c-.3-2.200-1.500-4-3.500-5h-4c-2 1-3.200 2.800-3.500 5z'),
  hook: line('M14 3v10a5 5 0 0 1-10 .500L2.500 10M4 13.500l3-3', 2.800) + dot(14, 3.500, 2),
  kite: area('M13 1l8 8-9 8.500L5 8zM10.800 16.800L8 19.500l2 .500-1.500 2.500') + line('M11.500 17c-3 1-1 4-5 5.500', 1.800),
  mirror: area('M12 1.500c5 0 8 3.700 8 8s-3 8-6.500 8.400V23h-3v-5.100C7 17.500 4 13.800 4 9.500s3-8 8-8zm0 3c-3.200 0-5 2.300-5 5s1.800 5 5 5 5-2.300 5-5-1.800-5-5-5z'),
  wing: area('M1.500 4.500C9.500 4 16.500 6 22.500 12.500c-4-.3-6.200.200-8.200 1.500 2 .300 3.200 1.300 4 3-4-1-7-.500-9 1 1 .600 1.900 1.800 2.500 3.500C5.500 20 1.500 13.500 1.500 4.500z'),
  gem: area('M7 2.500h10l5.500 7L12 22.500 1.500 9.500zM7.500 9.500L12 18.500l4.500-9zM8.500 4.500l-3 3.500h3.800l2-3.500zM15.500 4.500h-2.800l2 3.500h3.800z'),
  rings: '<circle cx="12" cy="12" r="9.500" fill="none" stroke="currentColor" stroke-width="2.200"/><circle cx="12" cy="12" r="5.300" fill="none" stroke="currentColor" stroke-width="2"/>' + dot(12, 12, 2),
  beast: area('M3 2l5.500 4h7L21 2l.5 9.500C21.500 17.500 17 22 12 22s-9.500-4.500-9.500-10.500zM7 10.500l4 2.500c-.3 1.700-1.300 2.300-2.300 2C7.500 14.700 7 13 7 10.500zM17 10.500l-4 2.500c.3 1.700 1.300 2.300 2.300 2 1.200-.3 1.700-2 1.700-4.500zM10.500 18h3L12 20z'),
};

// The first word that is found in a name decides. Words of creatures come before words of places and matter.
const BY_WORD = [
  [/heron|magpie|sparrow|wren|phoenix|dove|raven|crow/i, 'bird'], [/leviathan|whale/i, 'whale'], [/\beel\b|serpent|snake/i, 'eel'], [/crab/i, 'crab'],
  [/stag\b|\bhart\b|\bdeer|elk/i, 'stag'], [/boar/i, 'boar'], [/\bpup\b|hound|wolf|weasel|mule|\bcat\b|\bbear\b|\bfox\b/i, 'paw'], [/shell/i, 'shell'], [/\bfish|diver|harpoon/i, 'fish'],
  [/golem|titan|colossus|engine\b/i, 'golem'], [/queen|\bking|regent|captain|marshal|champion/i, 'crown'], [/mirror/i, 'mirror'], [/furnace/i, 'flame'], [/glade|sunlit/i, 'sun'], [/oracle|\bsage|seer|scout/i, 'eye'], [/reader|archivist|script|book|page|thought/i, 'book'],
  [/charter|\brite\b|pact|soundings|chart/i, 'scroll'], [/quill|feather/i, 'quill'], [/lancer|trident|spear|needle|rider/i, 'spear'], [/blade|duelist|fencer|sword|brawler/i, 'sword'],
  [/hourglass|season|winter|patient/i, 'hourglass'], [/lantern|lamp|lighthouse/i, 'lantern'], [/torch|raider/i, 'torch'], [/banner|pennant|flag|march|drum|\brun\b/i, 'flag'], [/cart\b|store|supply/i, 'cart'],
  [/verdict|advocate|judge|scales/i, 'scales'], [/echo|glass/i, 'mirror'], [/ruin|grudge|death|grave|memorial/i, 'skull'], [/song|singer|siren|voice|round|bell/i, 'note'], [/hush|silence|quiet|counter|cut\b/i, 'mute'],
  [/warden|guard|sentry|bulwark|keeper/i, 'shield'], [/hammer|forge|kiln|bellows|quarry/i, 'hammer'], [/gate|bridge|\bring\b|dock/i, 'gate'], [/wall|tower|\bbase\b|mill\b/i, 'tower'],
  [/harbou?r|anchor|pearl|salt/i, 'anchor'], [/ferry|pilot|pier|ship|shoals|cadet/i, 'ship'], [/hook|snare/i, 'hook'], [/kite/i, 'kite'], [/jar|pot\b|kettle|baker|flask/i, 'jar'], [/runner|courier|walker|boots?|dancer|guest/i, 'boot'],
  [/smoke|fog|mist|wind\b/i, 'cloud'], [/undertow|quicksand|ebb|swirl|throttle|backdraft/i, 'swirl'], [/ash\b|ashen|slag|cinder/i, 'ash'], [/flare|spark|flash|flicker|signal|light/i, 'bolt'], [/ember|fire|flame|burning|heat/i, 'flame'],
  [/tide|tidepool|water|wave|river|ford|rising|riptide|drowned|deep/i, 'wave'], [/seed|sprout|apprentice/i, 'sprout'], [/vine|thorn|root|braid|graft|entangl/i, 'vine'], [/tree|canopy|elder|rings\b/i, 'tree'], [/moss|sap|plain|grove|leaf|verdant|garden|reed/i, 'leaf'],
  [/stone|rock|hill|gravel|mountain/i, 'rock'], [/dawn|sun|sunlit|day\b/i, 'sun'], [/night|moon|sleep/i, 'moon'], [/heart|life/i, 'heart'], [/resource|crate|box/i, 'crate'], [/rune|gem|crystal/i, 'gem'], [/wing|fly/i, 'wing'],
];
const BY_SHAPE = { monster: ['beast', 'helm', 'hood', 'wing'], spell: ['star', 'rings', 'scroll', 'bolt'], trap: ['jaws'], other: ['gem', 'crate', 'gear', 'rings'] };
const OF_FACTIONS = { ember: { monster: 'flame', spell: 'flame' }, tide: { monster: 'drop', spell: 'wave' }, grove: { monster: 'leaf', spell: 'leaf' } };

/** The glyph of a card as the content of a 24 by 24 drawing; `pick` chooses among several that would do. */
export function glyphOf(name, shape, kinds, pick) {
  const byWord = BY_WORD.find(([pattern]) => pattern.test(name))?.[1];
  const byFaction = kinds.map((kind) => OF_FACTIONS[kind.toLowerCase()]?.[shape]).find(Boolean);
  const choices = BY_SHAPE[shape] ?? BY_SHAPE.other;
  return GLYPHS[byWord ?? byFaction ?? choices[pick(choices.length)]];
}
