import type { Collection } from 'sync-protocol/records/envelope'
import type { KeptForm } from './kept-forms.ts'

/** What a navigation carries that asks a screen to open a kept form, or the form of a record or of a new one. */
export interface AskedForm {
  form?: string
  record?: string
  /** The form of a new record. */
  add?: true
  collection: Collection
  /** Closing the form, saved or not, leads back to the screen that asked for it. */
  back?: boolean
}

export const asking = ({ key, collection }: KeptForm, back = false): AskedForm => ({
  form: key,
  collection,
  back,
})

export const askingRecord = (collection: Collection, record: string): AskedForm => ({ record, collection })

export const askingNew = (collection: Collection): AskedForm => ({ add: true, collection })

export function askedForm(state: unknown): AskedForm | undefined {
  if (typeof state !== 'object' || state === null || !('collection' in state)) return undefined
  const { form, record, add } = state as Record<string, unknown>
  const isAsked = typeof form === 'string' || typeof record === 'string' || add === true
  return isAsked ? (state as AskedForm) : undefined
}
