import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { optional, text } from 'sync-protocol/records/fields'
import type { Field } from 'sync-protocol/records/kind'
import { policies } from 'sync-protocol/records/policies'
import { MoreSettings } from './more-settings.tsx'
import { changedPolicies } from './typed-policies.ts'

const fields = policies.fields as Record<string, Field>

afterEach(() => {
  delete fields['license']
})

test('a setting that the kind alone says is typed and sent like the others', () => {
  const shown = () =>
    renderToStaticMarkup(
      <MoreSettings
        field={(name) => ({ name, value: `${name} typed`, error: 'Too long.', onChange: () => undefined })}
      />,
    )
  expect(shown()).toMatch(/Hub loss at each draw.*name="hub_loss"/)
  expect(shown()).not.toContain('license')
  fields['license'] = {
    schema: optional(text(20, 'License number')),
    label: 'License number',
    plain: 'text',
    group: 'license',
  }
  expect(shown()).toMatch(/License number.*name="license".*value="license typed".*Too long\./)
  const typed = { license: ' IL-1 ' } as object
  expect(changedPolicies(typed, {})).toEqual(typed)
  expect(changedPolicies(typed, { license: 'IL-1' } as object)).toEqual({})
})
