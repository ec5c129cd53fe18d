import type { Clock, Store } from '@outrigger/core'
import type { Leases } from '@outrigger/core/internal'
import type { Logger } from 'pino'
import { createKeyring, type Keyring } from '../access/keyring.ts'
import { type Ledger, openLedger } from '../access/ledger/ledger.ts'
import { createKeyLimits, type KeyLimits } from '../access/limits/keyLimits.ts'
import { createShares } from '../access/limits/shares.ts'
import { type AccessMode, withLoopback } from '../access/loopback.ts'
import { createTokens, type Tokens } from '../access/tokens.ts'
import { createTurnClock } from '../access/turnClock.ts'
import { withUsage } from '../access/withUsage.ts'
import { type CallMeter, createCallMeter } from '../gateway/callMeter.ts'
import type { NodeConfig } from './config.ts'
import { toTierSettings } from './tierSettings.ts'

/** Keys, their rights, and what calls cost. */
export type Access = {
  readonly access: AccessMode
  /** The keys of the store. */
  readonly keys: Keyring
  /** The same, with the one that stands in for programs of this machine where they need none. */
  readonly keyring: Keyring
  readonly tokens: Tokens
  readonly ledger: Ledger
  readonly keyLimits: KeyLimits
  closeLimits(): Promise<void>
  /** Of the gateway's calls. */
  readonly meter: CallMeter
}

type Parts = {
  readonly settings: NodeConfig
  readonly store: Store
  readonly clock: Clock
  readonly logger: Logger
  /** Of several nodes on one database. */
  readonly leases: Leases | undefined
}

/** Opens keys, tokens, limits and the ledger of a store. */
export async function openAccess({ settings, store, clock, logger, leases }: Parts): Promise<Access> {
  const { access = 'keys', dataDir } = settings
  const isRemote = settings.store !== undefined
  const keys = createKeyring(store, { clock, isRemote })
  const onFault = (error: unknown) => logger.error({ err: error }, 'the ledger could not be written')
  const clockOfTurn = createTurnClock(clock)
  const ledger = await openLedger({ store, clock: clockOfTurn, dataDir, leases, onFault })
  const onShareFault = (error: unknown) => logger.warn({ err: error }, 'rates could not be divided among the nodes')
  const shares = leases && createShares({ store, leases, clock, onFault: onShareFault })
  const keyLimits = createKeyLimits({ clock: clockOfTurn, ledger, settings: toTierSettings(settings), shares })
  const keyring = withUsage(withLoopback(keys, access), ledger, keyLimits)
  return {
    access,
    keys,
    keyring,
    ledger,
    keyLimits,
    closeLimits: async () => shares?.close(),
    meter: createCallMeter(ledger),
    tokens: createTokens({ store, keyring, clock }),
  }
}
