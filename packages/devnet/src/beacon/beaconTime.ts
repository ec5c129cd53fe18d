import { createHash } from 'node:crypto'

/** Mainnet preset. */
export const slotsPerEpoch = 32

/** Where the consensus layer takes its time from. */
export type BeaconClock = {
  readonly genesisTimeMs: number
  readonly slotSeconds: number
  /** The chain's own time, e.g. its head's timestamp; the wall clock when left out. */
  readonly getNowMs?: () => number | Promise<number>
}

export type Checkpoint = { readonly epoch: string; readonly root: string }

export const computeSlot = ({ genesisTimeMs, slotSeconds }: BeaconClock, nowMs: number): number =>
  Math.max(0, Math.floor((nowMs - genesisTimeMs) / (slotSeconds * 1000)))

export const computeEpoch = (slot: number): number => Math.floor(slot / slotsPerEpoch)

/** Stands for a hash tree root: one value a slot and kind, the same on every start. */
export const computeRoot = (kind: 'block' | 'state' | 'body', slot: number): string =>
  `0x${createHash('sha256').update(`${kind}:${slot}`).digest('hex')}`

/** The API asks for epoch 0 and a zero root while nothing is final yet. */
const toCheckpoint = (epoch: number): Checkpoint =>
  epoch <= 0
    ? { epoch: '0', root: `0x${'0'.repeat(64)}` }
    : { epoch: String(epoch), root: computeRoot('block', epoch * slotsPerEpoch) }

/** A chain with full participation: an epoch is justified one later and final two later. */
export const computeCheckpoints = (slot: number) => {
  const epoch = computeEpoch(slot)
  return {
    previous_justified: toCheckpoint(epoch - 2),
    current_justified: toCheckpoint(epoch - 1),
    finalized: toCheckpoint(epoch - 2),
  }
}
