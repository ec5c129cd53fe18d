import { OutriggerError } from '@outrigger/core'
import type { PrivateKeyAccount } from 'viem'
import type { DevnetClient } from '../chain/client.ts'
import { feeds, tokens } from '../contracts/addresses.ts'
import { toAnswer } from '../contracts/amounts.ts'
import { feedAbi } from './scenarios/priceMove.ts'
import type { Traffic } from './traffic.ts'

/** The change is no number above -1 and up to 1. Give `{"change":-0.1}` for 10 % less than at the start. */
export class InvalidEtherChangeError extends OutriggerError {
  readonly code = 'INVALID_ETHER_CHANGE'
  constructor() {
    super('A change of ether is a number above -1 and up to 1: {"change":-0.1} for 10 % less than at the start.')
  }
}

/** Ether's price on a devnet, to be moved by hand. */
export type EtherPrice = {
  /**
   * Sets the feed to so much more or less than it began with, and resolves once that is in a block. What the traffic moves it by
   * afterwards is around the new price; 0 puts it back.
   *
   * @param change -0.1 for 10 % less
   * @throws {InvalidEtherChangeError}
   */
  set(change: unknown): Promise<{ readonly change: number; readonly price_usd: number }>
}

/**
 * Lets ether fall on command, with traffic or without.
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
      // One after the other: two at once would take the same nonce.
      const moved = last.then(() => move(change))
      last = moved.catch(() => {})
      return moved
    },
  }
}
