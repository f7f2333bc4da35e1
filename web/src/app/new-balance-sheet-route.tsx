import { CreateBalanceScreen } from '../features/controlled-substances/create/create-screen.tsx'

/** Where the open balance table and its export meet. */
export function NewBalanceSheetRoute() {
  return <CreateBalanceScreen renderExport={() => null} />
}
