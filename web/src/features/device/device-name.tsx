import { useState } from 'react'
import { DEVICE_NAME_MAX } from 'sync-protocol/wire/device-standing'
import { currentClinic } from '../../data/people/session.ts'
import { nameDevice } from '../../data/people/device-standing.ts'
import { syncStatus } from '../../data/database/sync-status.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { deviceText as text } from './device-text.ts'

/** What people call this tablet; told to the organization at the next contact. */
export function DeviceName({ name, onNamed }: { name: string; onNamed: () => void }) {
  const [typed, setTyped] = useState<string | null>(null)
  const value = typed ?? name
  const tooLong = value.trim().length > DEVICE_NAME_MAX
  const save = async () => {
    if (tooLong) return
    try {
      await nameDevice(currentClinic(), value)
      setTyped(null)
      onNamed()
      showToast({ text: syncStatus.getState().serverReachable ? text.nameSaved : text.nameSavedOffline })
    } catch (error) {
      console.error(error)
      showToast({ text: text.nameFailed, kind: 'harm' })
    }
  }
  return (
    <Form className="device-name" onSubmit={() => void save()}>
      <TextField
        label={text.name}
        hint={text.nameHint}
        value={value}
        onChange={setTyped}
        error={tooLong ? text.nameTooLong(DEVICE_NAME_MAX) : undefined}
      />
      <Button type="submit" disabled={typed === null || typed.trim() === name}>
        {text.saveName}
      </Button>
    </Form>
  )
}
