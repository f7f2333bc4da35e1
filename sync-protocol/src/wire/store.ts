import type { DeviceReply, DeviceRequest } from './devices.ts'
import type { PullQuery, PullReply } from './pull.ts'
import type { PushReply, PushRequest } from './push.ts'
import type { SnapshotQuery, SnapshotReply } from './snapshot.ts'

/** Who speaks, as the database knows them at this moment. */
export interface Speaker {
  org_id: string
  user_id: string
  user_name: string
  org_name: string
  perms: readonly number[]
}

/** What every store of the sync contract promises; failures are `ProtocolError`s. `now` is the server's time. */
export interface SyncStore {
  registerDevice(speaker: Speaker, request: DeviceRequest, now: string): Promise<DeviceReply>
  push(speaker: Speaker, request: PushRequest, now: string): Promise<PushReply>
  pull(speaker: Pick<Speaker, 'org_id'>, query: PullQuery, now: string): Promise<PullReply>
  snapshot(speaker: Pick<Speaker, 'org_id'>, query: SnapshotQuery, now: string): Promise<SnapshotReply>
}
