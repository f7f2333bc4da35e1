import { roundedVolume } from 'sync-protocol/rules/ledger-volume'
import type { TextFieldProps } from '../../../ui/text-field.tsx'
import { createText as text } from './create-text.ts'

/** What makes a text field one of ml: while nothing is wrong with it, it says where it is saved as another number than typed. */
export function volumeInput(
  typed: string,
  error: string | undefined,
): Pick<TextFieldProps, 'inputMode' | 'suffix' | 'hint'> {
  const rounded = error === undefined ? roundedVolume(typed) : null
  return {
    inputMode: 'decimal',
    suffix: text.ml,
    ...(rounded !== null && { hint: text.rounded(rounded) }),
  }
}
