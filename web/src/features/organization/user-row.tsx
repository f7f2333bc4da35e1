import { Trash2 } from 'lucide-react'
import type { OrganizationUser } from 'sync-protocol/wire/organization'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { organizationText as text } from './organization-text.ts'

interface UserRowProps {
  user: OrganizationUser
  own: boolean
  /** Undefined where nothing can be changed now. */
  onEdit: (() => void) | undefined
  onDelete: (() => void) | undefined
}

export function UserRow({ user, own, onEdit, onDelete }: UserRowProps) {
  return (
    <Card
      title={user.name}
      label={
        <>
          {own && <Badge>{text.you}</Badge>}
          <span className="user-email">{user.email}</span>
          <span className="user-permissions">
            {user.org_perms.map((permission) => text.permissions[permission]).join(', ')}
          </span>
        </>
      }
      {...(onEdit && { onPress: onEdit })}
      trailing={
        onDelete && <IconButton label={text.remove(user.name)} icon={<Trash2 />} onClick={onDelete} />
      }
    />
  )
}
