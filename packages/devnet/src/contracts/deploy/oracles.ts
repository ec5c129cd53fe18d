import { readAbi, readArtifact } from '../abis.ts'
import { type FeedName, feeds, liquidRestaking, tokens } from '../addresses.ts'
import { toAnswer } from '../amounts.ts'
import type { Deployer } from '../deployer.ts'

/** Price feeds and liquid restaking rates. */
export async function deployOracles({ deployAt }: Deployer): Promise<void> {
  for (const [description, { address, token }] of Object.entries(feeds)) {
    await deployAt(address, readArtifact('priceFeed'), [8, description, toAnswer(tokens[token].priceUsd)])
  }
  for (const [name, address] of Object.entries(liquidRestaking)) {
    await deployAt(address, readArtifact(name as keyof typeof liquidRestaking))
  }
}

export async function setPriceUsd({ send }: Pick<Deployer, 'send'>, feed: FeedName, priceUsd: number): Promise<void> {
  const args = [toAnswer(priceUsd)]
  await send({ to: feeds[feed].address, abi: readAbi('priceFeed'), functionName: 'updateAnswer', args })
}
