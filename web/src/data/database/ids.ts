import { uuidv7 } from 'sync-protocol/records/uuid'

/** A new identity for a record, a mutation, a lane or a device. */
export const newId = () => uuidv7(Date.now(), crypto.getRandomValues(new Uint8Array(16)))
