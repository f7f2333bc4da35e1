import { policiesReply, type ChangePolicies } from 'sync-protocol/wire/policies'
import { keepSeenPolicies, type SeenPolicies } from '../../data/people/seen-policies.ts'
import { serverCall } from '../../data/people/server-call.ts'

/** The settings as they are now; kept for when the server is out of reach. */
export async function askPolicies(): Promise<SeenPolicies> {
  const { item } = policiesReply.parse(await serverCall('GET', '/organization/policies'))
  await keepSeenPolicies(item).catch((error: unknown) => console.error(error))
  return item
}

/** Changes what is sent where the version that was seen still stands. */
export async function changePolicies(changed: ChangePolicies, seen: number): Promise<SeenPolicies> {
  return policiesReply.parse(await serverCall('POST', '/organization/policies', changed, seen)).item
}
