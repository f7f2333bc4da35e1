import { useNavigate } from 'react-router-dom'
import { ControlledSubstancesScreen } from '../features/controlled-substances/list/controlled-substances-screen.tsx'
import { paths } from '../paths.ts'

/** Where the list of balance sheets meets the flow that makes them. */
export function ControlledSubstancesRoute() {
  const navigate = useNavigate()
  return <ControlledSubstancesScreen onCreate={() => void navigate(paths.newBalanceSheet)} />
}
