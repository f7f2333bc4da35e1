import { UserPlus } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { PERMISSION } from 'sync-protocol/rules/permissions'
import { KEEP_ONE_MANAGER } from 'sync-protocol/rules/user-form'
import type { UserForm as TypedUser } from 'sync-protocol/rules/user-form'
import type { OrganizationUser } from 'sync-protocol/wire/organization'
import { confirm, currentUser } from '../../data/people/session.ts'
import { unsavedUser } from '../../data/people/unsaved-typed.ts'
import { useScreenActs } from '../../records/use-screen-acts.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatDateTime } from '../../ui/format.ts'
import { Message } from '../../ui/question.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { showToast } from '../../ui/toast-queue.ts'
import { Backups } from './backups.tsx'
import { DeleteUser } from './delete-user.tsx'
import { OfflineSignIn } from './offline-sign-in.tsx'
import { OrganizationHead } from './organization-head.tsx'
import { organizationText as text } from './organization-text.ts'
import './organization.css'
import { useOrganization } from './use-organization.ts'
import { Programs } from './programs.tsx'
import { RemoveDemonstration } from './remove-demonstration.tsx'
import { EMPTY_USER, typedOf, UserForm } from './user-form.tsx'
import { UserRow } from './user-row.tsx'

type Asked =
  | { form: OrganizationUser | null; start: TypedUser; continued?: boolean }
  | { delete: OrganizationUser }
  | 'keep one'
  | null

/** Organization Management (`spec 1 §2`): the organization, its users and its data. Changing users needs the server. */
export function OrganizationScreen({ allData }: { allData: ReactNode }) {
  const { seen, state, reload } = useOrganization()
  const [me] = useState(currentUser)
  const [asked, setAsked] = useState<Asked>(null)
  const openNew = async () => {
    const kept = await unsavedUser.read().catch((error: unknown) => {
      console.error(error)
      return undefined
    })
    setAsked({ form: null, start: { ...EMPTY_USER, ...kept }, continued: kept !== undefined })
  }
  const full = seen !== null && seen.users.length >= seen.organization.maximum_users
  const mayAdd = seen !== null && state === 'fresh' && !full
  useScreenActs({ 'add user': mayAdd ? () => void openNew() : undefined })
  const again = { label: text.again, onPress: () => void reload() }

  if (seen === null) {
    if (state === 'reading') return <Spinner label={text.reading} />
    const title = state === 'unreachable' ? text.unreachableTitle : text.failedTitle
    return (
      <div className="page stack-wide">
        <EmptyState title={title} text={text.unreachableText} action={again} />
        {allData}
      </div>
    )
  }
  const { organization, users, backups } = seen
  const isOwn = (user: OrganizationUser) => user._id === me._id
  const othersManage = users.some((user) => !isOwn(user) && user.org_perms.includes(PERMISSION.organization))
  const mayChange = state === 'fresh'
  const reason = mayChange ? (full ? text.full(organization.maximum_users) : undefined) : text.needsServer

  const close = () => setAsked(null)
  const done = (said: string) => {
    close()
    showToast({ text: said })
    void reload()
  }
  /** The list may be behind, and so may be what this person is permitted. */
  const failed = () => {
    void reload()
    confirm().catch((error: unknown) => console.error(error))
  }
  const open = (form: OrganizationUser | null, start: TypedUser) => setAsked({ form, start })
  const closeForm = (form: OrganizationUser | null, typed: TypedUser | null) => {
    close()
    if (typed !== null) showToast({ text: text.closed, undo: () => open(form, typed) })
  }

  return (
    <div className="page stack-wide organization">
      <OrganizationHead organization={organization} />
      {!mayChange && state !== 'reading' && (
        <Banner
          kind="attention"
          title={state === 'unreachable' ? text.unreachableTitle : text.failedTitle}
          action={again}
        >
          {text.unreachableText} {text.stale(formatDateTime(seen.at, organization.time_zone))}
        </Banner>
      )}
      <section className="stack" aria-labelledby="users" tabIndex={-1} data-list-home>
        <div className="users-bar">
          <h2 className="title-2" id="users">
            {text.list}
          </h2>
          <span className="users-count">{text.count(users.length, organization.maximum_users)}</span>
          <Button
            data-act
            kind="primary"
            icon={<UserPlus />}
            disabled={!mayAdd}
            reason={reason}
            onClick={() => void openNew()}
          >
            {text.add}
          </Button>
        </div>
        <ul className="users">
          {users.map((user) => (
            <li key={user._id}>
              <UserRow
                user={user}
                own={isOwn(user)}
                onEdit={mayChange ? () => open(user, typedOf(user)) : undefined}
                onDelete={mayChange ? () => setAsked(isOwn(user) ? 'keep one' : { delete: user }) : undefined}
              />
            </li>
          ))}
        </ul>
      </section>
      <OfflineSignIn
        allowed={organization.offline_sign_in !== false}
        mayChange={mayChange}
        onChanged={(allowed) => done(text.offlineSaved(allowed))}
        onFailed={failed}
      />
      <Programs timeZone={organization.time_zone} isReached={mayChange} />
      {backups && <Backups backups={backups} timeZone={organization.time_zone} />}
      {allData}
      {organization.demo && <RemoveDemonstration organization={organization} mayRemove={mayChange} />}
      {asked === 'keep one' && (
        <Message
          title={text.deleteTitle(me.name)}
          text={othersManage ? `${KEEP_ONE_MANAGER} ${text.anotherCan}` : KEEP_ONE_MANAGER}
          onClose={close}
        />
      )}
      {asked !== null && typeof asked === 'object' && 'delete' in asked && (
        <DeleteUser
          user={asked.delete}
          onClose={close}
          onDeleted={() => done(text.deleted(asked.delete.name))}
          onFailed={failed}
        />
      )}
      {asked !== null && typeof asked === 'object' && 'form' in asked && (
        <UserForm
          organization={organization}
          user={asked.form}
          start={asked.start}
          continued={asked.continued ?? false}
          own={asked.form !== null && isOwn(asked.form)}
          onClose={(typed) => closeForm(asked.form, typed)}
          onSaved={(user, merged) => {
            const changed = merged ? text.changedBeside(user.name) : text.changed(user.name)
            done(asked.form === null ? text.created(user.name) : changed)
            if (isOwn(user)) confirm().catch((error: unknown) => console.error(error))
          }}
          onFailed={failed}
        />
      )}
    </div>
  )
}
