import type { Clock, Store } from '@outrigger/core'
import type { Logger } from 'pino'
import { createKeyring, type Keyring } from '../access/keyring.ts'
import { type CallMeter, createCallMeter } from '../access/ledger/callMeter.ts'
import { type Ledger, openLedger } from '../access/ledger/ledger.ts'
import { createKeyLimits, type KeyLimits } from '../access/limits/keyLimits.ts'
import { createSharedRates } from '../access/limits/sharedRates.ts'
import { type AccessMode, withLoopback } from '../access/loopback.ts'
import { createTokens, type Tokens } from '../access/tokens.ts'
import { withUsage } from '../access/withUsage.ts'
import type { NodeConfig } from './config.ts'

/** Keys, their permissions, and the costs of calls. */
export type Access = {
  readonly access: AccessMode
  /** The keys of the store. */
  readonly keys: Keyring
  /** `keys`, plus a built-in key for programs on this machine if these may call without a key. */
  readonly keyring: Keyring
  readonly tokens: Tokens
  readonly ledger: Ledger
  readonly keyLimits: KeyLimits
  closeLimits(): Promise<void>
  /** Counts the gateway's calls. */
  readonly meter: CallMeter
}

type Parts = {
  readonly settings: NodeConfig
  readonly store: Store
  readonly clock: Clock
  readonly logger: Logger
}

/** Opens keys, tokens, limits and the ledger of a store. */
export async function openAccess({ settings, store, clock, logger }: Parts): Promise<Access> {
  const { access = 'keys', dataDir } = settings
  const isShared = settings.store !== undefined
  const keys = createKeyring(store, { clock, isRemote: isShared })
  const onFault = (error: unknown) => logger.error({ err: error }, 'usage could not be stored, trying again')
  const ledger = await openLedger({ store, clock, dataDir, onFault })
  const onRatesFault = (error: unknown) => logger.warn({ err: error }, 'rates could not be shared with other nodes')
  const rates = isShared ? createSharedRates({ store, clock, onFault: onRatesFault }) : undefined
  const keyLimits = createKeyLimits({ clock, ledger, settings: settings.tiers, rates })
  const keyring = withUsage(withLoopback(keys, access), ledger)
  return {
    access,
    keys,
    keyring,
    ledger,
    keyLimits,
    closeLimits: async () => rates?.close(),
    meter: createCallMeter(ledger),
    tokens: createTokens({ store, keyring, clock }),
  }
}
