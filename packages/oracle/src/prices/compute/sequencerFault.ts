/** The latest round of a sequencer uptime feed. */
export type SequencerRound = {
  /** 0 is up, 1 is down. */
  readonly answer: bigint
  /** When the status changed, Unix seconds by the chain's clock; 0 of a round that is not valid. */
  readonly startedAt: bigint
}

/** `GRACE_PERIOD_TIME` of Chainlink's example: https://docs.chain.link/data-feeds/l2-sequencer-feeds */
export const sequencerGraceSeconds = 3_600

/**
 * Why prices of an L2 cannot be used, by its sequencer uptime feed; null where they can.
 *
 * While a sequencer is down nobody updates the price feeds, and they have an hour for that once it is up again. The condition
 * is that of Chainlink's example contract: up, and for longer than the grace period by the clock of the same block.
 *
 * @param round null where the feed has no answer
 * @param blockTimestamp Unix seconds
 * @example computeSequencerFault({ answer: 1n, startedAt: 1_700_000_000n }, 1_700_000_060) // 'the sequencer is down since …'
 */
export function computeSequencerFault(round: SequencerRound | null, blockTimestamp: number): string | null {
  if (round === null) return 'the sequencer uptime feed does not answer'
  const { answer, startedAt } = round
  if (startedAt === 0n || (answer !== 0n && answer !== 1n)) return 'the sequencer uptime feed has no valid round'
  if (answer === 1n) return `the sequencer is down since ${toTime(startedAt)}`
  const upSeconds = blockTimestamp - Number(startedAt)
  return upSeconds > sequencerGraceSeconds
    ? null
    : `the sequencer is up for ${upSeconds} s, and prices are used after ${sequencerGraceSeconds} s`
}

function toTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? `second ${seconds}` : date.toISOString()
}
