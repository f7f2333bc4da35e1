import { devicesReply, listedDeviceReply, type ListedDevice } from 'sync-protocol/wire/device-list'
import { keepSeenDevices, type SeenDevices } from '../../data/people/seen-devices.ts'
import { serverCall } from '../../data/people/server-call.ts'

/** The organization's tablets as the server has them now; kept for when it is out of reach. */
export async function askDevices(): Promise<SeenDevices> {
  const { devices } = devicesReply.parse(await serverCall('GET', '/organization/devices'))
  const seen = { devices, at: new Date().toISOString() }
  await keepSeenDevices(seen).catch((error: unknown) => console.error(error))
  return seen
}

export async function changeDevice(what: 'revoke' | 'restore', _id: string): Promise<ListedDevice> {
  return listedDeviceReply.parse(await serverCall('POST', `/organization/devices/${what}`, { _id })).device
}
