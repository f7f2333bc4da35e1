import { PERMISSION } from 'sync-protocol/rules/permissions'
import { askDevices } from '../features/devices/device-calls.ts'
import { ReadyScreen } from '../features/ready/ready-screen.tsx'
import { usePerson } from '../records/use-person.ts'
import { readsLedger } from './reads-ledger.ts'
import { reachServer } from './send-now.ts'
import { usePresentStatus } from './use-present-status.ts'

/** Where what this tablet, its sync and the server tell meets. */
export function ReadyRoute() {
  const { org_perms: perms } = usePerson()
  return (
    <ReadyScreen
      status={usePresentStatus()}
      reach={reachServer}
      askTablets={perms.includes(PERMISSION.organization) ? askDevices : undefined}
      readsLedger={readsLedger(perms)}
    />
  )
}
