interface Version {
  version: string
  points: readonly string[]
}

/** What each version brought, the newest first; a test holds the first to the version of the app. */
export const VERSIONS: readonly Version[] = [
  {
    version: '1.0.0',
    points: [
      'Anesthesia sheets for dogs and cats, as PDF or DOCX, with every volume as soon as the weight and its units are entered.',
      'The day list, from Home: the patients of a day in their order, WEIGH for one after the other on large keys, and one press for each step from listed to done. A press on the name opens the sheet, filled in; NEXT PATIENT is then the next of the list. A weight has UNDO, and two weights of one patient are decided in the row. Everyone sees it on every tablet.',
      'PASTE, on the day list: the patients of a morning from a spreadsheet or a message. What is in doubt is marked in its cell, and nothing is guessed.',
      'PLAN, on the day list: one procedure or protocol for many patients, with UNDO, how much of each controlled drug the day needs, and labels for syringes and patients as PDF, from an open sheet too. The clinic settings can add the hub loss of each draw.',
      'READY?, on the day list: whether this tablet can do a day without a network, and what to do where it cannot.',
      'SAVE, beside EXPORT: a sheet is saved with one press, without a file.',
      'COPY TO A NEW SHEET, on a saved patient: the same patient and plan, with the weight asked anew beside the last one.',
      'UNDO after a sheet was left with YES, and after RESET of the injections.',
      'EMERGENCY, at the top of Home and of the open sheet: the emergency doses, reversals and joules for the patient, in large numbers.',
      'CODE, on that screen: CPR recorded tap by tap, on several tablets at once, with its clocks and a metronome.',
      'Infusions and fluids, from Home and from the open sheet: rates, bags, loading doses, drops a minute. Each dose is compared with the limits that your library has for infusions.',
      'Today, on Home: the patients by how far they are, everyone’s open sheets, what was saved, open balance tables, and what is left of each controlled substance.',
      'TAKE OVER: a colleague’s open sheet is yours with one press, from Home or the day list. Their tablet says so.',
      'ADD ALL, in a balance sheet: the unused draws of a day in their order with one press, and UNDO.',
      'PRINT and SHARE beside a PDF that was made, where the browser can; the installed app’s icon shows how much needs attention.',
      'The browser’s Back closes what is open over a screen, and the screen stays on while a sheet is open.',
      'Search, on Home and in the menu with your name: patients of all days and both species, drugs, protocols, controlled substances, screens, and what the screen can do. With a keyboard, press Ctrl K or ⌘ K. Ctrl Enter saves the open sheet, and ? lists the keys.',
      'Your account, in the menu with your name: a new password, and where you are logged in, with LOG OUT for each place.',
      'Keys for other programs, under Manage Organization: a practice system or a report reads or writes records with a key of its own, which can be revoked.',
      'A library of drugs, fluids, protocols, injections and procedures that the whole clinic shares.',
      'Export and import, in the menu beside the drug sections: every drug in one CSV file, and many drugs from a file or a price list. What is in doubt is marked in its cell, and an import is one change with UNDO.',
      'EXPORT ALL DATA, under Manage Organization: everything of the clinic in one zip file, as CSV, JSON and PDF, with the ledger and the action log.',
      'Single draws, balance sheets of controlled substances, their chart up to today that tells of each change, and a ledger that shows whether anything was changed.',
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
