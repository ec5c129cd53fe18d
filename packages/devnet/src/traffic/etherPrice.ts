import { OutriggerError } from '@outrigger/core'
import type { PrivateKeyAccount } from 'viem'
import type { DevnetClient } from '../chain/client.ts'
import { feeds, tokens } from '../contracts/addresses.ts'
import { toAnswer } from '../contracts/amounts.ts'
import { feedAbi } from './scenarios/priceMove.ts'
import type { Traffic } from './traffic.ts'

/** The change is not a number above -1 and up to 1. Use `{"change":-0.1}` for 10 % below the initial price. */
export class InvalidEtherChangeError extends OutriggerError {
  readonly code = 'INVALID_ETHER_CHANGE'
  constructor() {
    super(
      'The change of ether must be a number above -1 and up to 1. Use {"change":-0.1} for 10 % below the initial price.',
    )
  }
}

/** Changes the price of ether on a devnet. */
export type EtherPrice = {
  /**
   * Changes the feed relative to its initial price, and resolves once that is mined. Traffic then moves the price around the
   * new one. 0 restores the initial price.
   *
   * @param change -0.1 for 10 % less
   * @throws {InvalidEtherChangeError}
   */
  set(change: unknown): Promise<{ readonly change: number; readonly price_usd: number }>
}

/**
 * Creates a control for the price of ether. It works with and without traffic.
 *
 * @param deployer owner of the feeds
 * @example
 * const ether = createEtherPrice(devnet.chains.ethereum, devnet.accounts.deployer, traffic)
 * await ether.set(-0.1) // { change: -0.1, price_usd: 2700 }
 */
export function createEtherPrice(
  { client }: { readonly client: DevnetClient },
  deployer: PrivateKeyAccount,
  traffic?: Pick<Traffic, 'setEtherChange'>,
): EtherPrice {
  let last: Promise<unknown> = Promise.resolve()

  async function move(change: number) {
    const priceUsd = tokens.WETH.priceUsd * (1 + change)
    const hash = await client.writeContract({
      account: deployer,
      chain: null,
      address: feeds['ETH / USD'].address,
      abi: feedAbi,
      functionName: 'updateAnswer',
      args: [toAnswer(priceUsd)],
    })
    traffic?.setEtherChange(change)
    await client.waitForTransactionReceipt({ hash })
    return { change, price_usd: priceUsd }
  }

  return {
    async set(change) {
      if (typeof change !== 'number' || !(change > -1 && change <= 1)) throw new InvalidEtherChangeError()
      // One at a time, because two transactions at once would use the same nonce.
      const moved = last.then(() => move(change))
      last = moved.catch(() => {})
      return moved
    },
  }
}
