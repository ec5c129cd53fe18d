import { createHash } from 'node:crypto'

/** Slots per epoch of the mainnet preset. */
export const slotsPerEpoch = 32

/** The time source of the consensus layer. */
export type BeaconClock = {
  readonly genesisTimeMs: number
  readonly slotSeconds: number
  /** Returns the chain's time, for example its head's timestamp. @default the wall clock */
  readonly getNowMs?: () => number | Promise<number>
}

export type Checkpoint = { readonly epoch: string; readonly root: string }

export const computeSlot = ({ genesisTimeMs, slotSeconds }: BeaconClock, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - genesisTimeMs) / (slotSeconds * 1000)))

export const computeEpoch = (slot: number): number => Math.floor(slot / slotsPerEpoch)

/** Returns a replacement for a hash tree root: one value per slot and kind, the same on every start. */
export const computeRoot = (kind: 'block' | 'state' | 'body', slot: number): string =>
  `0x${createHash('sha256').update(`${kind}:${slot}`).digest('hex')}`

/** Returns the checkpoint of an epoch. While nothing is final, the API requires epoch 0 and a zero root. */
const toCheckpoint = (epoch: number): Checkpoint =>
  epoch <= 0
    ? { epoch: '0', root: `0x${'0'.repeat(64)}` }
    : { epoch: String(epoch), root: computeRoot('block', epoch * slotsPerEpoch) }

/** Computes checkpoints with full participation: an epoch is justified after one epoch and final after two. */
export const computeCheckpoints = (slot: number) => {
  const epoch = computeEpoch(slot)
  return {
    previous_justified: toCheckpoint(epoch - 2),
    current_justified: toCheckpoint(epoch - 1),
    finalized: toCheckpoint(epoch - 2),
  }
}
