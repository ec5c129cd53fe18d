import { type Address, maxUint256, parseEther } from 'viem'
import { readAbi, readArtifact } from '../abis.ts'
import { multicall3, nft, tokens } from '../addresses.ts'
import { toAmount } from '../amounts.ts'
import { multicall3Creation } from '../artifacts.ts'
import type { Deployer } from '../deployer.ts'

const { WETH, ...mintable } = tokens
const treasuryUsd = 10_000_000_000

/** Deploys Multicall3, WETH and the other tokens, and gives the deployer a treasury of each. */
export async function deployTokens(deployer: Deployer): Promise<void> {
  const { admin } = deployer
  await deployMulticall3(deployer)
  await deployWeth(deployer, WETH.address)
  await deployer.send({
    to: WETH.address,
    abi: readAbi('weth'),
    functionName: 'deposit',
    value: toAmount(WETH, treasuryUsd),
  })
  for (const token of Object.values(mintable)) {
    await deployer.deployAt(token.address, readArtifact('erc20'), [token.name, token.symbol, token.decimals])
    const args = [admin, toAmount(token, treasuryUsd)]
    await deployer.send({ to: token.address, abi: readAbi('erc20'), functionName: 'mint', args })
  }
  await deployer.deployAt(nft, readArtifact('nft'))
}

export async function deployMulticall3({ deployAt }: Deployer): Promise<void> {
  await deployAt(multicall3, { abi: [], bytecode: multicall3Creation() })
}

export async function deployWeth({ client, admin, deployAt }: Deployer, address: Address): Promise<void> {
  await client.setBalance({ address: admin, value: parseEther('100000000') })
  await deployAt(address, readArtifact('weth'))
}

/** Approves `spender` for every token of the deployer, so that pools can be filled. */
export async function approveTreasury({ send }: Deployer, spender: Address): Promise<void> {
  for (const { address } of Object.values(tokens)) {
    await send({ to: address, abi: readAbi('erc20'), functionName: 'approve', args: [spender, maxUint256] })
  }
}
