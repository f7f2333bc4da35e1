interface Version {
  version: string
  points: readonly string[]
}

/** What each version brought, the newest first; a test holds the first to the version of the app. */
export const VERSIONS: readonly Version[] = [
  {
    version: '1.0.0',
    points: [
      'Anesthesia sheets for dogs and cats, as PDF or DOCX. Every volume appears as soon as you enter the weight and its units.',
      'The day list, from Home: the patients of a day in their order, WEIGH for one after the other on large keys, and one press for each step from listed to done. Press a name to open the sheet, filled in. NEXT PATIENT then opens the next one on the list. A weight has UNDO. If a patient has two weights, you choose one in the row. Every tablet shows the list.',
      'PASTE, on the day list: the patients of a morning from a spreadsheet or a message. A cell that is not clear is marked. The app never guesses.',
      'PLAN, on the day list: one procedure or protocol for many patients, with UNDO. It also says how much of each controlled drug the day needs, and makes labels for syringes and patients as PDF. LABELS makes them from an open sheet. The clinic settings can add the hub loss of each draw.',
      'READY?, on the day list: whether this tablet can work a day without a network, and what to do if it cannot.',
      'SAVE, beside EXPORT: one press saves a sheet, without a file.',
      'COPY TO A NEW SHEET, on a saved patient: the same patient and plan. You enter the weight again, and see the last one beside it.',
      'UNDO after you leave a sheet with YES, and after RESET of the injections.',
      'EMERGENCY, at the top of Home and of the open sheet: the emergency doses, reversals and joules for the patient, in large numbers.',
      'CODE, on that screen: CPR recorded tap by tap, on several tablets at once, with its clocks and a metronome.',
      'Infusions and fluids, from Home and from the open sheet: rates, bags, loading doses, drops a minute. Each dose is compared with the limits that your library has for infusions.',
      'Today, on Home: the patients by how far they are, everyone’s open sheets, what was saved, open balance tables, and what is left of each controlled substance.',
      'TAKE OVER, on Home and the day list: one press makes a colleague’s open sheet yours. Their tablet says so.',
      'ADD ALL, in a balance sheet: one press adds the unused draws of a day in their order, with UNDO.',
      'PRINT and SHARE beside a finished PDF, if the browser can. The installed app’s icon shows how much needs attention.',
      'The browser’s Back closes what is open over a screen, and the screen stays on while a sheet is open.',
      'Search, on Home and in the menu with your name: patients of all days and both species, drugs, protocols, controlled substances, screens, and what can be done on them, by the first letters too. With a keyboard, press Ctrl K or Command K. Ctrl Enter saves the open sheet, and ? lists the keys.',
      'Your account, in the menu with your name: a new password, and where you are logged in, with LOG OUT for each place.',
      'Keys for other programs, under Manage Organization: a practice system or a report reads or writes records with a key of its own. You can revoke it.',
      'A library of drugs, fluids, protocols, injections and procedures that the whole clinic shares.',
      'Export and import, in the menu beside the drug sections: every drug in one CSV file, and many drugs from a file or a price list. A cell that is not clear is marked. An import is one change, with UNDO.',
      'EXPORT ALL DATA, under Manage Organization: everything of the clinic in one zip file, as CSV, JSON and PDF, with the ledger and the action log.',
      'Single draws, balance sheets of controlled substances, a chart of each change up to today, and a ledger that shows whether anyone changed a record.',
      'Everything works without a network, and is sent automatically when there is one.',
      'Help on every tablet, with a guide to print for the treatment room.',
      'The app can be put on the home screen, and opens a new sheet or the controlled substances from there.',
    ],
  },
]

export const whatsNewText = {
  heading: (version: string) => `Version ${version}`,
  updated: (version: string) => `The app was updated to version ${version}.`,
  show: 'WHAT’S NEW',
  running: (version: string) => `This tablet runs version ${version}.`,
} as const
