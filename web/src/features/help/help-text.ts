/** The topics, in the order of the list. */
export const TOPICS = [
  'volumes',
  'infusions',
  'names',
  'search',
  'day',
  'library',
  'emergency',
  'saving',
  'mark',
  'balances',
  'attention',
  'install',
  'new',
  'licenses',
] as const
export type Topic = (typeof TOPICS)[number]

/** A heading with short paragraphs, and what is counted off below them. */
export interface Passage {
  heading: string
  paragraphs: readonly string[]
  points?: readonly string[]
}

export const helpText = {
  intro: 'Short answers. All of them are on this tablet. You need no network.',
  topics: {
    volumes: {
      title: 'How volumes are calculated',
      about: 'Weight, dosage, concentration and rounding. Try it with your own numbers.',
    },
    infusions: {
      title: 'Infusions and fluids',
      about: 'Rates, bags, drops a minute, and fluids hour by hour',
    },
    names: {
      title: 'Colors, names, and the room view',
      about: 'Label colors, capitals inside a name, volumes read from two meters',
    },
    search: {
      title: 'Search and keys',
      about: 'Patients of all days, the library, every screen, and what keys do',
    },
    day: {
      title: 'The day list',
      about: 'Patients in their order, the scale, and who is awake',
    },
    library: {
      title: 'Files: the drug library, and all data',
      about: 'Drugs to and from a spreadsheet, and everything in one file',
    },
    emergency: {
      title: 'In an emergency',
      about: 'Doses, reversals, and a code, recorded tap by tap',
    },
    saving: {
      title: 'Saving and sending',
      about: 'What happens without a network, and when others see your work',
    },
    mark: {
      title: 'What the sync status at the top means',
      about: 'All sent, to send, offline, needs attention',
    },
    balances: {
      title: 'How balances add up',
      about: 'Draws, new bottles, corrections, and what is flagged',
    },
    attention: {
      title: 'When something needs attention',
      about: 'Two versions, a change that was not accepted',
    },
    install: { title: 'Put the app on the home screen', about: 'It protects the data on this device' },
    new: { title: 'What’s new', about: 'What each version added' },
    licenses: { title: 'Licenses', about: 'Of this app, and of the work of others in it' },
  },
  guide: { title: 'Guide for the treatment room', about: 'One page to print and hang up' },
  keys: 'Keys',
  keysWhere:
    'They work on every screen, but not while you type, and not while something is open over the screen. To turn off the single keys, press ?, or search for Keys.',
  list: 'All topics',
  noTopic: 'There is no help at this address.',
} as const

const names: readonly Passage[] = [
  {
    heading: 'The colors are those of syringe labels',
    paragraphs: [
      'A drug has the color of its class on syringe labels (ISO 26825). The class is written beside the color. The color helps you find a drug; always read the name.',
    ],
    points: [
      'Opioids blue, induction agents yellow, benzodiazepines orange, muscle relaxants red.',
      'Anticholinergics green, local anesthetics gray, vasopressors violet, tranquilizers and anti-emetics salmon.',
      'White stripes: the drug reverses drugs of that color. Atipamezole has dark stripes, because labels have no color for what it reverses.',
      'A mixture of several classes has the color of its section.',
    ],
  },
  {
    heading: 'Capitals inside a name',
    paragraphs: [
      'Tall-man letters help you tell similar names apart, such as hydromorphone and morphine, or ephedrine and epinephrine. They follow the lists of the FDA and the ISMP. Only what you see changes: records, searches, PDF and DOCX keep the name as it was typed.',
      'To turn them off, press your name at the top. The choice is yours, on this tablet.',
    ],
  },
  {
    heading: 'Read it from across the room',
    paragraphs: [
      'ROOM VIEW, on an open or a saved sheet, shows the volumes so large that you can read them from two meters. If not everything fits, it says “1 of 2”: press NEXT, swipe, or use the arrow keys. The screen stays on until you press CLOSE.',
    ],
  },
]

const search: readonly Passage[] = [
  {
    heading: 'One search for everything',
    paragraphs: [
      'Press the search on Home, or Search in the menu with your name. It finds the patients of all days and both species, drugs, protocols, controlled substances, and every screen. It also finds what you can do: weigh, paste, print labels, a new drug, EXPORT ALL DATA, switch user. What the screen that you are on can do comes first. It needs no network.',
      'Type more words to find less: “bella spay”, “bella 11/27” or “bella cat”. The first letters of the words are enough for a screen or for what you can do: “ncd” finds New Canine Drug. A saved sheet opens over the screen, and your work stays open below.',
    ],
  },
]

const day: readonly Passage[] = [
  {
    heading: 'One list on every tablet',
    paragraphs: [
      'Day List on Home shows the patients of a day. Press ADD PATIENT for each one. The form stays open for the next. Press a name to open that patient’s sheet, filled in with what the list knows. Once you save it, the patient is drawn, and NEXT PATIENT opens the next one on the list. The arrows beside the day lead to tomorrow’s list.',
      'PLAN sets one procedure or protocol for many patients at once. A patient who has one keeps it, unless you choose that patient too. PLAN also says how much of each controlled drug is needed for the patients still to be drawn. And it makes a PDF of labels for syringes or patients, one a page, in the size of your label printer. Print it at actual size. LABELS, below the volumes of an open sheet, makes the labels of that patient. If the weight changes after labels were printed, the row and the sheet say which weight the labels are for.',
      'Anyone who makes sheets can change any patient on the list. If two people weigh or plan the same patient differently, the row shows both, with who and when. KEEP leaves what is on the list, and USE takes the other.',
    ],
    points: [
      'Edit, in the menu at the right, changes what is known of the patient.',
      'Press the large button at the right for the next step: weighed, checked, drawn, in surgery, recovering, done. The menu beside it sets any other, such as refused.',
      'Drag a patient by the dots at the left, or hold Alt and press an arrow key.',
    ],
  },
  {
    heading: 'PASTE, many at once',
    paragraphs: [
      'PASTE takes a list from a spreadsheet or a message. Copy the rows, paste them, and press SHOW PATIENTS. If the first row does not name the columns, choose above each column what it holds. Nothing is added until you press ADD.',
      'A cell that is not clear is marked, and says why. The app never guesses what 12,5 or 12.5kg means. Correct it in its place. A patient who is on the list already is left out until you check the box.',
      'A weight from a list counts as estimated until the patient is on the scale.',
    ],
  },
  {
    heading: 'WEIGH, one after the other',
    paragraphs: [
      'WEIGH shows large keys for the first patient without a weight. DONE saves the weight and brings the next patient. Until you type, you can undo the last weight above the keys. SKIP leaves a patient for later. A weight that is only estimated stays among those to weigh.',
    ],
  },
]

const library: readonly Passage[] = [
  {
    heading: 'All drugs to a spreadsheet',
    paragraphs: [
      'Export all drugs (CSV), in the menu beside the drug sections, makes one file of every drug of both species, with its section and every field. It works without a network.',
      'The numbers have no units beside them. “Measured in” says the unit: mg means mg/ml for the concentration and mg/kg for the dosages.',
    ],
  },
  {
    heading: 'Many drugs from a spreadsheet',
    paragraphs: [
      'Import drugs (CSV), in the same menu, takes such a file, a price list saved as CSV, or pasted rows. The first row names the columns; press Columns to change what each one holds. Nothing is added until you press ADD. Then it is one change, with UNDO.',
      'A cell that is not clear is marked, and says why. The app never guesses: a strength needs its unit, such as 10 mg/ml, 2 % or 20 units/ml, and 12,5 is not a number. ADD adds the rows that are clear. The others stay until you correct them.',
    ],
    points: [
      'A drug of the same name, strength and species is not added twice. If it differs from the library, the row says how, and you choose: leave it out, update the library, or add it.',
      'An update changes only what the row says. An empty cell, or the other species, stays as it is.',
      'Emergency drugs need a low and a high dosage for each species.',
      'Unusual shows the rows whose dosage the drug’s own form would flag. You can still add them.',
    ],
  },
  {
    heading: 'Everything in one file',
    paragraphs: [
      'EXPORT ALL DATA, under Manage Organization, makes one zip file of all that the clinic owns here: every record as CSV for a spreadsheet and as JSON for programs, a PDF of each saved sheet and each balance sheet, the ledger, and the action log. Deleted records are in it, and say so. You need the permitted actions organization and personal records.',
      'The tablet makes it. It works without a network, with the records that this tablet has; the ledger and the action log are then missing. README.txt in the file says when it was made, by whom, how old it is, what each file holds, and what could not be included.',
      'PDFs take most of the time. Keep the screen open until the file is there, or press CANCEL. The file is not encrypted. Keep it where nobody else reads it.',
    ],
  },
]

const emergency: readonly Passage[] = [
  {
    heading: 'EMERGENCY shows the doses',
    paragraphs: [
      'EMERGENCY, at the top of Home and of the open sheet, shows the emergency doses for the patient of that sheet, what reverses its drugs, and the energy for a shock. Patients whose sheets were saved in the last 12 hours are listed there, such as those in recovery. Without a sheet, enter species and weight. The doses come from the sheet’s emergency protocol, or else from your clinic’s.',
    ],
  },
  {
    heading: 'CODE records CPR',
    paragraphs: [
      'Press CODE on that screen when you start CPR. The clock starts with the press. Each further press is recorded with its time: epinephrine, a rhythm check, a shock, another drug. None of it needs a network.',
    ],
    points: [
      'A cycle of two minutes starts with CPR, a rhythm check, or a shock. When it is over, the screen says so. A rhythm check in the first minute of a cycle does not end it.',
      'Epinephrine is due again 3 to 5 minutes after the last dose.',
      'METRONOME clicks 110 times a minute.',
      'Several tablets can record the same code. On another tablet, press EMERGENCY, then CONTINUE. Nothing that anyone pressed is lost.',
      'If you pressed something by mistake, press the arrow beside it. It stays on the list, struck through, and does not count.',
      'CLOSE leaves the code running. STOP CPR ends it. EMERGENCY lists the codes of the last 7 days.',
      'The record is printed with the patient’s sheet. PRINT prints it by itself.',
      'CODE records what was done, not what is left in a bottle. Enter a controlled drug as a single draw.',
    ],
  },
]

const saving: readonly Passage[] = [
  {
    heading: 'Saved means saved on this tablet',
    paragraphs: [
      'Every save goes to this tablet first, and the message appears only once it is really there. That needs no network and takes no time. If the tablet has no room, it says “not saved” and the form stays open.',
    ],
  },
  {
    heading: 'It is sent automatically',
    paragraphs: [
      'As soon as there is a network, what you saved goes to the server, and from there to every other tablet in the clinic. You do not have to press anything or keep the app open. Until then, a record says “Not sent yet”.',
      'Each change is sent once, under the name of the person who made it, even after that person has logged out.',
    ],
  },
  {
    heading: 'What works without a network',
    paragraphs: ['Everything you do with a patient works without a network.'],
    points: [
      'Sheets, volumes, PDF and DOCX, single draws, balance sheets, and the whole library.',
      'Logging in, for everyone who has logged in on this tablet before.',
      'Anything that needs the server says so: adding users, resetting a password, the action log.',
    ],
  },
  {
    heading: 'An open sheet is never lost',
    paragraphs: [
      'What you type is kept as you type it. After a closed window, a dead battery or a change of user, the sheet is still there for the person who started it. TAKE OVER, on Home or on the day list, makes a colleague’s open sheet yours; their tablet says so.',
    ],
  },
  {
    heading: 'Save with or without a file',
    paragraphs: [
      'SAVE records the sheet and its controlled drugs at once. EXPORT makes a PDF or DOCX first, and asks whether to save when you close its window. SAVE asks too if the sheet was saved before, if the patient already has a sheet of that day, or if the weight is unusual.',
    ],
  },
]

const balances: readonly Passage[] = [
  {
    heading: 'From one row to the next',
    paragraphs: [
      'A balance sheet starts with the previous balance: the bottle, the size of its container, and the volume in it. If more than one bottle is open, you are asked for each. If something else is left than the last sheet says, the second row shows the difference. Each row after that adds to the balance or takes from it. All volumes are in ml with at most 2 decimals, and no sum is ever rounded.',
    ],
    points: [
      'FULL DRAW takes the volume of a draw from the balance. ADD ALL takes those of a day that are not used yet, in their order, and stops before one that you have to decide about.',
      'ADD BALANCE adds what a new bottle holds.',
      'EDIT BALANCE sets the balance to what was counted, in each open bottle. The row shows the difference. If it is more than 0.1 ml, and more than 5 % of what was drawn since the last adjustment on the sheet, you are asked for the reason. At the previous balance, too.',
      'PARTIAL DRAW empties the old bottle and takes the rest of the draw from a new one.',
    ],
  },
  {
    heading: 'Where draws come from',
    paragraphs: [
      'Saving a sheet records one draw for each controlled drug in its anesthesia protocol, with the volume that was printed. Enter a controlled drug drawn without a sheet under Create and View Single Draws. Emergency drugs are not recorded automatically.',
    ],
  },
  {
    heading: 'Nothing is ever erased',
    paragraphs: [
      'A deleted draw or balance sheet is kept and struck through, with who, when and why. Every draw, balance sheet and deletion is also in a ledger that nobody can change afterwards.',
    ],
  },
  {
    heading: 'What is flagged',
    paragraphs: [
      'Two tablets may count from the same balance without knowing about each other. Nothing is rejected then. The sheets say what does not agree: two sheets from one balance, one draw in two sheets, a deleted draw in a sheet. Count the bottle, delete the sheet that is wrong, or press MARK CHECKED.',
    ],
  },
]

const attention: readonly Passage[] = [
  {
    heading: 'Why something is waiting there',
    paragraphs: [
      'Sometimes the server cannot accept a change as it was made, or two people changed one record at the same time. Nothing that was typed is lost. It waits under Needs Attention until a person decides.',
    ],
  },
  {
    heading: 'What to do',
    paragraphs: [],
    points: [
      'Press the sync status at the top, then Open Needs Attention.',
      'Two versions: you see both side by side. Keep one, or edit and save what is right.',
      'Not accepted: the reason is on the card. Edit what was typed, or discard it.',
      'Waiting for a decision: someone who may change records created by others decides.',
    ],
  },
  {
    heading: 'How urgent it is',
    paragraphs: [
      'It does not change what was printed or exported. But other tablets may show something else until someone decides, so decide the same day.',
    ],
  },
]

/** The topics that are words alone. */
export const PASSAGES: Readonly<Partial<Record<Topic, readonly Passage[]>>> = {
  names,
  search,
  day,
  library,
  emergency,
  saving,
  balances,
  attention,
}

export const markText = {
  intro:
    'The sync status at the top shows whether your work is sent. Press it to read more. You can always keep working.',
  rows: {
    sent: [
      'Everything on this tablet is on the server, and everything on the server is here.',
      'Nothing to do.',
    ],
    sending: ['Saved here, and being sent.', 'Nothing to do: it is sent automatically.'],
    offline: ['The server cannot be reached. What you save is kept here and sent later.', 'Keep working.'],
    attention: ['Something needs a decision.', 'Press the status and open what it names.'],
    behind: [
      'The server answers, but nothing new was loaded for five minutes.',
      'Press the status. It says what to do.',
    ],
    stuck: [
      'Something was not sent for five minutes, although the server answers.',
      'Press the status. It says why. What you saved is safe.',
    ],
  },
} as const

export const balanceExample = {
  caption: 'An example',
  patients: ['Bella', 'Rex', 'Milo'],
  row: 'Row',
  amount: 'Added or Drawn (ml)',
  balance: 'Balance (ml)',
  addedAmount: (volume: string) => `+${volume}`,
  drawnAmount: (volume: string) => `-${volume}`,
  of: (...words: string[]) => words.filter((word) => word !== '').join(', '),
  draw: 'Draw',
} as const
