import { keepWarnings } from '../mail/warnings-store.ts'
import { backupMail } from './backup-mail.ts'
import { nightWatch, type Nightly, type NightWatch } from './nightly.ts'
import { ownerAddresses } from './owners-store.ts'

interface OwnedNights extends Omit<Nightly, 'tell'> {
  pool: Parameters<typeof ownerAddresses>[0]
  /** For whoever runs the server. */
  log(line: string): void
}

/** The nights of a server: when a backup fails, whoever manages a clinic on it gets an e-mail. */
export function ownedNights({ pool, log, ...nightly }: OwnedNights): NightWatch {
  const { now } = nightly
  return nightWatch({
    ...nightly,
    tell: async (why) => {
      log(`The backup failed: ${why}`)
      const letters = (await ownerAddresses(pool)).map((address) => backupMail(address, why))
      // Once a day, whichever process it failed in.
      await keepWarnings(pool, `backup/${now().toISOString().slice(0, 10)}`, letters, now())
    },
  })
}
