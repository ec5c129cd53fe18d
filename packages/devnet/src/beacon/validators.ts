import { createRandom } from '../random.ts'

/** FAR_FUTURE_EPOCH of the consensus specification, 2^64 - 1. */
const farFuture = '18446744073709551615'
const maxEffectiveBalanceGwei = 32_000_000_000
/** An epoch so far in the future that no validator changes its status while a devnet runs. */
const muchLater = 10_000_000

export type Validator = {
  readonly index: string
  readonly balance: string
  readonly status: ValidatorStatus
  readonly validator: {
    readonly pubkey: string
    readonly withdrawal_credentials: string
    readonly effective_balance: string
    readonly slashed: boolean
    readonly activation_eligibility_epoch: string
    readonly activation_epoch: string
    readonly exit_epoch: string
    readonly withdrawable_epoch: string
  }
}

type Life = {
  /** Share per 1000 validators. */
  readonly share: number
  /** Eligibility, activation, exit and withdrawable epoch. `null` means far future. */
  readonly epochs: readonly [number | null, number | null, number | null, number | null]
  readonly slashed?: boolean
  readonly isEmpty?: boolean
}

const lives = {
  pending_initialized: { share: 6, epochs: [null, null, null, null] },
  pending_queued: { share: 24, epochs: [0, null, null, null] },
  active_ongoing: { share: 900, epochs: [0, 0, null, null] },
  active_exiting: { share: 12, epochs: [0, 0, muchLater, muchLater + 256] },
  active_slashed: { share: 2, epochs: [0, 0, muchLater, muchLater + 8192], slashed: true },
  exited_unslashed: { share: 8, epochs: [0, 0, 0, muchLater] },
  exited_slashed: { share: 2, epochs: [0, 0, 0, muchLater], slashed: true },
  withdrawal_possible: { share: 6, epochs: [0, 0, 0, 0] },
  withdrawal_done: { share: 40, epochs: [0, 0, 0, 0], isEmpty: true },
} as const satisfies Record<string, Life>

export type ValidatorStatus = keyof typeof lives
export const validatorStatuses = Object.keys(lives) as readonly ValidatorStatus[]

const toEpoch = (epoch: number | null): string => (epoch === null ? farFuture : String(epoch))

/**
 * Computes a validator set whose fields match the API's definition of their status. It has at least one validator of each
 * status, and otherwise shares close to mainnet's. The same seed gives the same set.
 */
export const computeValidators = (seed: number, count: number): readonly Validator[] => {
  const random = createRandom(seed)
  const weighted = validatorStatuses.flatMap((status) => Array<ValidatorStatus>(lives[status].share).fill(status))
  return Array.from({ length: count }, (_, index): Validator => {
    const status = validatorStatuses[index] ?? random.pick(weighted)
    const { epochs, slashed = false, isEmpty = false }: Life = lives[status]
    const isPaidIn = status !== 'pending_initialized' && !isEmpty
    const effective = isEmpty ? 0 : isPaidIn ? maxEffectiveBalanceGwei : 1_000_000_000 * (1 + random.integer(31))
    const [eligibility, activation, exit, withdrawable] = epochs
    return {
      index: String(index),
      balance: String(effective === 0 ? 0 : effective + random.integer(40_000_000)),
      status,
      validator: {
        pubkey: random.hex(48),
        withdrawal_credentials: `0x010000000000000000000000${random.hex(20).slice(2)}`,
        effective_balance: String(effective),
        slashed,
        activation_eligibility_epoch: toEpoch(eligibility),
        activation_epoch: toEpoch(activation),
        exit_epoch: toEpoch(exit),
        withdrawable_epoch: toEpoch(withdrawable),
      },
    }
  })
}

/** Whether it is a status of the API, or the prefix of a group (`active`, `pending`, `exited`, `withdrawal`). */
export const isStatusFilter = (status: string): boolean =>
  validatorStatuses.some((known) => known === status || known.split('_')[0] === status)

export const selectValidators = (
  validators: readonly Validator[],
  { ids = [], statuses = [] }: { readonly ids?: readonly string[]; readonly statuses?: readonly string[] },
): readonly Validator[] => {
  const wanted = new Set(ids.map((id) => id.toLowerCase()))
  return validators.filter(
    ({ index, status, validator }) =>
      (wanted.size === 0 || wanted.has(index) || wanted.has(validator.pubkey)) &&
      (statuses.length === 0 || statuses.some((filter) => status === filter || status.startsWith(`${filter}_`))),
  )
}
