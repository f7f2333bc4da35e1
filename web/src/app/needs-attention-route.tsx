import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useStore } from 'zustand'
import type { KeptForm } from '../data/drafts/kept-forms.ts'
import { lookAtTwice, lookedAt } from '../data/attention/looked-at.ts'
import { savedTwice } from '../data/attention/saved-twice.ts'
import { currentUser } from '../data/people/session.ts'
import { syncStatus } from '../data/database/sync-status.ts'
import { askingFor } from '../features/controlled-substances/list/only-sheets.ts'
import { DiscrepancySection } from '../features/controlled-substances/discrepancies/discrepancy-section.tsx'
import {
  useAnyToLookAt,
  useDiscrepancies,
} from '../features/controlled-substances/discrepancies/use-discrepancies.ts'
import { AlarmNotice } from '../features/ledger/alarm-notice.tsx'
import { TwiceSection } from '../features/saved-sheets/twice-section.tsx'
import { NeedsAttentionScreen } from '../features/needs-attention/needs-attention-screen.tsx'
import { asking } from '../data/drafts/asked-form.ts'
import { rememberOwnDraft } from '../data/drafts/own-drafts.ts'
import { paths } from '../paths.ts'
import { readsLedger } from './reads-ledger.ts'

/** The screen where the form of a collection opens. */
const SCREEN_OF = {
  drugs: paths.drugs,
  fluids: paths.drugs,
  anesthesia_protocols: paths.anesthesia,
  emergency_protocols: paths.emergency,
  injections: paths.injections,
  procedures: paths.procedures,
  draws: paths.singleDraws,
  sections: paths.drugs,
} as const
const hasScreen = (collection: string): collection is keyof typeof SCREEN_OF => collection in SCREEN_OF

/** A sheet that is reopened here is this tablet's open sheet there; a record's form opens in its library. */
export function NeedsAttentionRoute() {
  const navigate = useNavigate()
  const openSheet = (draftId: string) => {
    rememberOwnDraft(currentUser()._id, draftId)
    void navigate(paths.newSheet)
  }
  const openForm = (form: KeptForm) => {
    const { collection, species } = form
    if (hasScreen(collection)) void navigate(SCREEN_OF[collection](species), { state: asking(form, true) })
  }
  const discrepancies = useDiscrepancies()
  const twice = useLiveQuery(savedTwice)
  const looked = useLiveQuery(lookedAt)
  const alarms = useStore(syncStatus, ({ ledgerAlarms }) => ledgerAlarms)
  const anyDiscrepancies = useAnyToLookAt(discrepancies)
  const anyTwice =
    twice === undefined || looked === undefined
      ? undefined
      : twice.some((one) => lookAtTwice(one, looked) === undefined)
  const toLookAt = anyDiscrepancies || anyTwice ? true : anyTwice === undefined ? undefined : anyDiscrepancies
  const [{ org_perms, time_zone }] = useState(currentUser)
  const openLedger = () => void navigate(paths.ledger)
  const showSheets = (ids: readonly string[]) =>
    void navigate(paths.controlledSubstances, { state: askingFor(ids) })
  return (
    <NeedsAttentionScreen
      onSheetReopened={openSheet}
      onFormReopened={openForm}
      onTableReopened={(draftId) => void navigate(paths.balanceTable(draftId))}
      calm={alarms > 0 ? false : toLookAt === undefined ? undefined : !toLookAt}
      discrepancies={
        (alarms > 0 || discrepancies.found.size > 0 || (twice?.length ?? 0) > 0) && (
          <>
            {alarms > 0 && (
              <AlarmNotice timeZone={time_zone} onOpen={readsLedger(org_perms) ? openLedger : null} />
            )}
            {twice !== undefined && twice.length > 0 && (
              <TwiceSection
                twice={twice}
                timeZone={time_zone}
                onShow={(species) => void navigate(paths.patients(species))}
              />
            )}
            {discrepancies.found.size > 0 && (
              <DiscrepancySection discrepancies={discrepancies} timeZone={time_zone} onShow={showSheets} />
            )}
          </>
        )
      }
    />
  )
}
