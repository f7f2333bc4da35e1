import type { Collection } from 'sync-protocol/records/envelope'
import type { KeptForm } from './kept-forms.ts'

/** What a navigation carries that asks a screen to open a kept form. */
export interface AskedForm {
  form: string
  collection: Collection
  /** Closing the form, saved or not, leads back to the screen that asked for it. */
  back?: boolean
}

export const asking = ({ key, collection }: KeptForm, back = false): AskedForm => ({
  form: key,
  collection,
  back,
})

export function askedForm(state: unknown): AskedForm | undefined {
  if (typeof state !== 'object' || state === null || !('form' in state) || !('collection' in state))
    return undefined
  return typeof state.form === 'string' ? (state as AskedForm) : undefined
}
