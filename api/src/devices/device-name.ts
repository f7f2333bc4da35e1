import type { ListedDevice } from 'sync-protocol/wire/device-list'

/** As the action log calls a tablet: by its name, else by its browser and the end of its id. */
export const called = ({ name, platform, _id }: Pick<ListedDevice, 'name' | 'platform' | '_id'>): string =>
  name ?? `${platform ?? 'Tablet'} ${_id.slice(-4)}`
