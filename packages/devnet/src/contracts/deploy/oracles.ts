import type { Address } from 'viem'
import { readAbi, readArtifact } from '../abis.ts'
import { etherFeeds, type FeedName, feeds, liquidRestaking, type TokenSymbol, tokens } from '../addresses.ts'
import { toAnswer } from '../amounts.ts'
import type { Deployer } from '../deployer.ts'

/** Deploys price feeds and liquid restaking rates. */
export async function deployOracles({ deployAt }: Deployer): Promise<void> {
  for (const [description, { address, token }] of Object.entries(feeds)) {
    await deployAt(address, readArtifact('priceFeed'), [8, description, toAnswer(tokens[token].priceUsd)])
  }
  for (const [description, { address, from }] of Object.entries(etherFeeds)) {
    await deployAt(address, readArtifact('etherFeed'), [feeds[from].address, feeds['ETH / USD'].address, description])
  }
  for (const [name, address] of Object.entries(liquidRestaking)) {
    await deployAt(address, readArtifact(name as keyof typeof liquidRestaking))
  }
}

/** Returns the dollar feed of a token. */
export function toFeed(symbol: TokenSymbol): Address | undefined {
  return Object.values(feeds).find(({ token }) => token === symbol)?.address
}

export async function setPriceUsd({ send }: Pick<Deployer, 'send'>, feed: FeedName, priceUsd: number): Promise<void> {
  const args = [toAnswer(priceUsd)]
  await send({ to: feeds[feed].address, abi: readAbi('priceFeed'), functionName: 'updateAnswer', args })
}
