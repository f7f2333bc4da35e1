/** The topics, in the order of the list. */
export const TOPICS = ['volumes', 'saving', 'mark', 'balances', 'attention', 'install', 'new'] as const
export type Topic = (typeof TOPICS)[number]

/** A heading with short paragraphs, and what is counted off below them. */
export interface Passage {
  heading: string
  paragraphs: readonly string[]
  points?: readonly string[]
}

export const helpText = {
  intro: 'Short answers. All of them are on this tablet and need no network.',
  topics: {
    volumes: {
      title: 'How volumes are computed',
      about: 'Weight, dosage, concentration, rounding; try it with your own numbers',
    },
    saving: {
      title: 'Saving and sending',
      about: 'What happens without a network, and when others see your work',
    },
    mark: { title: 'What the mark at the top says', about: 'All sent, to send, offline, needs attention' },
    balances: {
      title: 'How balances add up',
      about: 'Draws, new bottles, corrections, and what is pointed out',
    },
    attention: {
      title: 'When something needs attention',
      about: 'Two versions, a change that was not accepted',
    },
    install: { title: 'Put the app on the home screen', about: 'It protects what is stored on this device' },
    new: { title: 'What’s new', about: 'What each version brought' },
  },
  guide: { title: 'Guide for the treatment room', about: 'One page to print and hang up' },
  list: 'All topics',
  noTopic: 'There is no help at this address.',
} as const

const saving: readonly Passage[] = [
  {
    heading: 'Saved means saved on this tablet',
    paragraphs: [
      'Every save is written to this tablet first, and the message comes when it is really there. That needs no network and takes no time. If the tablet itself has no room, it says “not saved” and the form stays open.',
    ],
  },
  {
    heading: 'It is sent by itself',
    paragraphs: [
      'As soon as there is a network, what was saved goes to the server, and from there to every other tablet of the clinic. You do not have to press anything or keep the app open. Until then a record says “Not sent yet”.',
      'Each change is sent once, under the name of who made it, also after that person has logged out.',
    ],
  },
  {
    heading: 'What works without a network',
    paragraphs: ['Everything that you do with a patient works without a network.'],
    points: [
      'Sheets, volumes, PDF and DOCX, single draws, balance sheets, and the whole library.',
      'Logging in, for everybody who has logged in on this tablet before.',
      'What needs the server says so: adding users, resetting a password, the action log.',
    ],
  },
  {
    heading: 'An open sheet is never lost',
    paragraphs: [
      'What you type is kept as you type it. After a closed window, an empty battery or a change of user the sheet is there again, for the person who began it.',
    ],
  },
]

const balances: readonly Passage[] = [
  {
    heading: 'From one row to the next',
    paragraphs: [
      'A balance sheet begins with the previous balance: the bottle, the size of its container, and the volume in it. Each row after that adds to the balance or takes from it. All volumes are in ml with at most 2 decimals, and no sum is ever rounded.',
    ],
    points: [
      'FULL DRAW takes the volume of a draw from the balance.',
      'ADD BALANCE adds what a new bottle holds.',
      'EDIT BALANCE sets the balance to what was counted, in each bottle that is open; the row says by how much it changed. More than 0.1 ml, and more than 5 % of what was drawn since the last adjustment of the sheet, asks for the reason.',
      'PARTIAL DRAW empties the old bottle and takes the rest of the draw from a new one.',
    ],
  },
  {
    heading: 'Where draws come from',
    paragraphs: [
      'Saving a sheet records one draw for each controlled drug of its anesthesia protocol, with the volume that was printed. A controlled drug drawn without a sheet is entered under Create and View Single Draws. Emergency drugs are not recorded by themselves.',
    ],
  },
  {
    heading: 'Nothing is ever erased',
    paragraphs: [
      'A deleted draw or balance sheet is kept and struck through, with who, when and why. Every draw, balance sheet and deletion also stands in a ledger that nobody can change afterwards.',
    ],
  },
  {
    heading: 'What is pointed out',
    paragraphs: [
      'Two tablets may count from the same balance without knowing of each other. Nothing is refused then. The sheets say what does not agree: two sheets from one balance, one draw in two sheets, a deleted draw in a sheet. Count the bottle, delete the sheet that is wrong, or press MARK CHECKED.',
    ],
  },
]

const attention: readonly Passage[] = [
  {
    heading: 'Why something waits there',
    paragraphs: [
      'Sometimes the server cannot take a change as it was made, or two people changed one record at the same time. Nothing that was typed is lost. It waits under Needs Attention until a person decides.',
    ],
  },
  {
    heading: 'What to do',
    paragraphs: [],
    points: [
      'Press the mark at the top, then Open Needs Attention.',
      'Two versions: both stand side by side. Keep one, or edit and save what is right.',
      'Not accepted: the reason stands on the card. Edit what was typed, or discard it.',
      'Waits for a decision: somebody who may change the records of others decides.',
    ],
  },
  {
    heading: 'How urgent it is',
    paragraphs: [
      'What was printed or exported does not change by it. But other tablets may show something else until it is settled, so settle it the same day.',
    ],
  },
]

/** The topics that are words alone. */
export const PASSAGES: Readonly<Partial<Record<Topic, readonly Passage[]>>> = { saving, balances, attention }

export const markText = {
  intro:
    'The mark at the top says how your work stands. Press it to read more. You can always go on working.',
  rows: {
    sent: [
      'Everything on this tablet is on the server, and everything of the server is here.',
      'Nothing to do.',
    ],
    sending: ['Saved here, and on its way.', 'Nothing to do: it goes by itself.'],
    offline: ['The server is out of reach. What you save is kept here and sent later.', 'Go on working.'],
    attention: ['Something waits for a person.', 'Press the mark and open what it names.'],
    behind: [
      'The server answers, but nothing new was read for five minutes.',
      'Press the mark; it says what to do.',
    ],
    stuck: [
      'Something was not sent for five minutes, although the server answers.',
      'Press the mark; it says why. What you saved is safe.',
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
