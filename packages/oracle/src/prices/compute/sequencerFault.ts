/** The latest round of a sequencer uptime feed. */
export type SequencerRound = {
  /** 0 means up, 1 means down. */
  readonly answer: bigint
  /** Time of the last status change in Unix seconds, by the chain's clock. 0 if the round is invalid. */
  readonly startedAt: bigint
}

/** `GRACE_PERIOD_TIME` of Chainlink's example: https://docs.chain.link/data-feeds/l2-sequencer-feeds */
export const sequencerGraceSeconds = 3_600

/**
 * Returns why an L2's price feeds cannot be used, according to its sequencer uptime feed. Returns null if they can be
 * used.
 *
 * While the sequencer is down, price feeds are not updated. When it is up again, the feeds get an hour to catch
 * up. As in Chainlink's example contract, the sequencer must be up for longer than the grace period at the
 * block's timestamp.
 *
 * @param round null if the feed does not respond
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
    : `the sequencer has been up for ${upSeconds} s, but prices are used after ${sequencerGraceSeconds} s`
}

function toTime(seconds: bigint): string {
  const date = new Date(Number(seconds) * 1000)
  return Number.isNaN(date.getTime()) ? `second ${seconds}` : date.toISOString()
}
