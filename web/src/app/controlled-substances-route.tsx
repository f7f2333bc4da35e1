import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { SubstanceChart } from '../features/controlled-substances/chart/substance-chart.tsx'
import { ControlledSubstancesScreen } from '../features/controlled-substances/list/controlled-substances-screen.tsx'
import { onlySheets } from '../features/controlled-substances/list/only-sheets.ts'
import { BalanceModal } from '../features/controlled-substances/view/balance-modal.tsx'
import { paths } from '../paths.ts'
import { useAskedForm } from '../records/use-asked-form.ts'
import { useScreenActs } from '../records/use-screen-acts.ts'

/** Where the list of balance sheets meets the flow that makes them, and the sheet that is read. */
export function ControlledSubstancesRoute() {
  const navigate = useNavigate()
  const { key, state } = useLocation()
  const [opened, setOpened] = useState<string | null>(null)
  useAskedForm('balances', () => false, setOpened)
  const [charted, setCharted] = useState(false)
  useScreenActs({ chart: () => setCharted(true) })
  return (
    <>
      <ControlledSubstancesScreen
        key={key}
        only={onlySheets(state)}
        onCreate={() => void navigate(paths.newBalanceSheet)}
        onOpen={setOpened}
        onContinue={(id) => void navigate(paths.balanceTable(id))}
        onChart={() => setCharted(true)}
      />
      {opened !== null && <BalanceModal key={opened} id={opened} onClose={() => setOpened(null)} />}
      {charted && <SubstanceChart onClose={() => setCharted(false)} />}
    </>
  )
}
