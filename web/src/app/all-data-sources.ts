import { clinicSettings } from '../data/people/clinic-settings.ts'
import { currentUser } from '../data/people/session.ts'
import { correctionOf } from '../data/view/corrections.ts'
import { ledgerPlace } from '../data/view/ledger-head.ts'
import { rowPeople } from '../data/view/row-people.ts'
import { clinicOnPaper } from '../exports/clinic-on-paper.ts'
import { readCsv } from '../features/action-log/log-calls.ts'
import type { AllDataSources } from '../features/all-data/make-all-data.ts'
import { balancePaperOf } from '../features/controlled-substances/view/balance-paper-of.ts'
import { exportedLedger } from '../features/ledger/exported-ledger.ts'
import { correctedWords, savedPaper } from '../features/saved-sheets/saved-paper.ts'
import { withTabletFacts } from '../features/sheet-export/sheet-paper-facts.ts'

/** What the screens of sheets, balance sheets, the ledger and the log export, for the file of all data. */
export const allDataSources: AllDataSources = {
  // It takes the place of no paper that lies on a table: what was printed before is not named.
  sheetPaper: async (record) => {
    const user = currentUser()
    const later = await correctionOf(record._id)
    const corrected = later && correctedWords(later, user.time_zone)
    const paper = savedPaper(record, clinicOnPaper(user, clinicSettings.getState()), corrected)
    const printed = { at: new Date().toISOString(), timeZone: user.time_zone }
    return withTabletFacts({ ...paper, printed }, user.time_zone)
  },
  balancePaper: async (record) =>
    balancePaperOf(record, currentUser(), await ledgerPlace('balances', record._id), await rowPeople(record)),
  ledger: exportedLedger,
  actionLog: () => readCsv({}),
}
