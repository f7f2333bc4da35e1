import type { Speaker } from 'sync-protocol/wire/store'
import { operatorText } from '../database/backup/operator-text.ts'

/** Nobody of a clinic: whoever runs the server. */
export const OPERATOR = '00000000-0000-0000-0000-000000000000'

/** As whom the action log of a clinic names them. */
export const operatorOf = (clinic: {
  org_id: string
  name: string
}): Pick<Speaker, 'org_id' | 'org_name' | 'user_id' | 'user_name'> => ({
  org_id: clinic.org_id,
  org_name: clinic.name,
  user_id: OPERATOR,
  user_name: operatorText.name,
})
