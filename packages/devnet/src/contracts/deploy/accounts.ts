import { maxUint48, maxUint160, maxUint256, parseEther } from 'viem'
import type { DevnetClient } from '../../chain/client.ts'
import { permit2Abi, readAbi } from '../abis.ts'
import type { DevnetAccounts } from '../accounts.ts'
import { aaveV3, permit2, sushiSwap, tokens, uniswapV2, uniswapV3, universalRouter } from '../addresses.ts'
import { toAmount } from '../amounts.ts'
import type { Call, Deployer } from '../deployer.ts'

const tokenUsd = 1_000_000
const spenders = [
  uniswapV2.router,
  sushiSwap.router,
  uniswapV3.swapRouter,
  uniswapV3.swapRouter02,
  permit2,
  aaveV3.pool,
] as const

export async function fundEther(client: DevnetClient, accounts: DevnetAccounts): Promise<void> {
  for (const { address } of [...accounts.traders, ...Object.values(accounts.borrowersOf).flat()]) {
    await client.setBalance({ address, value: parseEther('10000') })
  }
}

/** Gives every trader tokens and the approvals that traffic needs, so that it can start immediately. */
export async function fundTraders({ sendMany }: Deployer, { traders }: DevnetAccounts): Promise<void> {
  const erc20 = { abi: readAbi('erc20') }
  const universal = { to: permit2, abi: permit2Abi, functionName: 'approve' } as const
  await sendMany(
    Object.values(tokens).flatMap((token) =>
      traders.flatMap(({ address: from }): Call[] => [
        { ...erc20, to: token.address, functionName: 'transfer', args: [from, toAmount(token, tokenUsd)] },
        ...spenders.map((spender) => ({
          ...erc20,
          to: token.address,
          functionName: 'approve',
          args: [spender, maxUint256],
          from,
        })),
        { ...universal, args: [token.address, universalRouter, maxUint160, Number(maxUint48)], from },
      ]),
    ),
  )
}
