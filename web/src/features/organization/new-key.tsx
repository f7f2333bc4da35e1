import { Copy } from 'lucide-react'
import { useRef, useState } from 'react'
import { checkProgramName } from 'sync-protocol/rules/program-form'
import type { NewProgramRequest } from 'sync-protocol/wire/programs'
import { isOutOfReach } from '../../data/people/out-of-reach.ts'
import { ServerError } from '../../data/people/server-call.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Modal } from '../../ui/modal.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { copyText } from '../../ui/copy-text.ts'
import { organizationText } from './organization-text.ts'
import { makeKey } from './program-calls.ts'
import { programsText as text } from './programs-text.ts'

const ACCESS = ['reads', 'writes'] as const
/** What more a program may be given: other people's records, and sections. */
const MORE = [2, 3]

/** Makes a key, and shows it: closed, nobody sees it again. */
export function NewKey({ onMade, onClose }: { onMade: () => void; onClose: () => void }) {
  const [form, setForm] = useState<NewProgramRequest>({ name: '', access: 'reads', org_perms: [] })
  const [wrong, setWrong] = useState<string | undefined>()
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [made, setMade] = useState<{ name: string; key: string } | null>(null)
  const sending = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  const point = (message: string) => {
    setWrong(message)
    input.current?.focus()
  }
  const make = async () => {
    if (sending.current) return
    const mistake = checkProgramName(form.name)
    if (mistake) return point(mistake.message)
    sending.current = true
    setBusy(true)
    setProblem(null)
    try {
      const { program, key } = await makeKey(form)
      setMade({ name: program.name, key })
      onMade()
    } catch (error) {
      console.error(text.logged, error)
      if (error instanceof ServerError && error.field === 'name') point(error.message)
      else if (isOutOfReach(error)) setProblem(text.needsServer)
      else setProblem(error instanceof ServerError && error.code === 'limit' ? error.message : text.failed)
    } finally {
      sending.current = false
      setBusy(false)
    }
  }
  const close = () => {
    if (!sending.current) onClose()
  }
  const change = (part: Partial<NewProgramRequest>) => {
    setForm({ ...form, ...part })
    setWrong(undefined)
  }

  if (made !== null)
    return (
      <Modal
        title={text.title}
        onClose={close}
        footer={
          <>
            <Button icon={<Copy aria-hidden />} onClick={() => void copy(made.key)}>
              {text.copy}
            </Button>
            <Button kind="primary" onClick={close}>
              {text.done}
            </Button>
          </>
        }
      >
        <TextField
          label={text.key(made.name)}
          value={made.key}
          readOnly
          hint={text.keyHint}
          onChange={() => undefined}
        />
      </Modal>
    )
  return (
    <Modal
      title={text.title}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>{text.cancel}</Button>
          <Button kind="primary" busy={busy && text.making} onClick={() => void make()}>
            {text.make}
          </Button>
        </>
      }
    >
      <div className="stack">
        <TextField
          label={text.name}
          value={form.name}
          hint={text.nameHint}
          error={wrong}
          autoComplete="off"
          inputRef={input}
          onChange={(name) => change({ name })}
          onEnter={() => void make()}
        />
        <Segmented
          label={text.may}
          value={form.access}
          options={ACCESS.map((value) => ({ value, label: text.choice[value] }))}
          onChange={(access) => change({ access })}
        />
        {form.access === 'writes' && (
          <div>
            {MORE.map((permission) => (
              <Checkbox
                key={permission}
                label={organizationText.permissions[permission] ?? ''}
                description={organizationText.permissionsAbout[permission] ?? ''}
                checked={form.org_perms.includes(permission)}
                onChange={(checked) =>
                  change({
                    org_perms: checked
                      ? [...form.org_perms, permission]
                      : form.org_perms.filter((one) => one !== permission),
                  })
                }
              />
            ))}
          </div>
        )}
        {problem !== null && <Banner kind="harm">{problem}</Banner>}
      </div>
    </Modal>
  )
}

const copy = async (key: string) => showToast({ text: (await copyText(key)) ? text.copied : text.notCopied })
