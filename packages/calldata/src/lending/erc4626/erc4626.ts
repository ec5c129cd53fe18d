import { defineFunctions, defineProtocol } from '../../decoder/protocol.ts'
import { lending } from '../lendingFunctions.ts'

/**
 * Vaults of one asset, such as MetaMorpho, Aave's stata tokens, sDAI, Euler 2 and Fluid. An amount in shares is not
 * an amount of the asset.
 */
export const erc4626 = defineProtocol({
  id: 'erc4626',
  name: 'ERC-4626 vaults',
  source: 'https://eips.ethereum.org/EIPS/eip-4626',
  contracts: [],
  atAnyAddress: defineFunctions({
    'deposit(uint256,address)': lending('supply', { amount: 0, account: 1 }),
    'mint(uint256,address)': lending('supply', { account: 1 }),
    'withdraw(uint256,address,address)': lending('withdraw', { amount: 0, account: 2 }),
    'redeem(uint256,address,address)': lending('withdraw', { account: 2 }),
  }),
})
