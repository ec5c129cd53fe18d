import type { Command } from 'commander'
import { UsageError } from '../exitCodes.ts'

export type DevnetFlags = { readonly seed?: string; readonly trafficRate?: string; readonly blockTime?: string }

export function withDevnetOptions(command: Command): Command {
  return command
    .option('--seed <number>', 'seed of the traffic of a devnet (default: 1)')
    .option('--traffic-rate <number>', 'actions per second on its first chain, 0 for none (default: 5)')
    .option('--block-time <seconds>', 'time between its blocks (default: 1)')
}

/** @throws {UsageError} */
export function toDevnetOptions({ seed, trafficRate, blockTime }: DevnetFlags) {
  return {
    seed: toNumber('--seed', seed, 1, Number.isSafeInteger, 'a whole number'),
    trafficRate: toNumber('--traffic-rate', trafficRate, 5, (rate) => rate <= 1_000, 'a number from 0 to 1000'),
    blockTimeMs:
      1_000 * toNumber('--block-time', blockTime, 1, (time) => time >= 0.1 && time <= 60, 'seconds from 0.1 to 60'),
  }
}

function toNumber(
  flag: string,
  text: string | undefined,
  fallback: number,
  fits: (value: number) => boolean,
  what: string,
): number {
  if (text === undefined) return fallback
  const value = /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  if (!fits(value)) throw new UsageError(`${flag} takes ${what}.`)
  return value
}
