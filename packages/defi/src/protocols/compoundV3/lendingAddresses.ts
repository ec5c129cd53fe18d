import type { ChainName } from '@outrigger/core'
import type { Deployment } from '../../lending/protocol.ts'

/**
 * Comets by base token. Addresses: deployments of https://github.com/compound-finance/comet; the blocks they were created
 * in: the list of https://app.compound.finance.
 */
export const cometDeployments: { readonly [chain in ChainName]?: readonly Deployment[] } = {
  ethereum: [
    { address: '0xc3d688b66703497daa19211eedff47f25384cdc3', fromBlock: 15_331_586n, name: 'USDC' },
    { address: '0x5d409e56d886231adaf00c8775665ad0f9897b56', fromBlock: 20_987_551n, name: 'USDS' },
    { address: '0x3afdc9bca9213a35503b077a6072f3d0d5ab0840', fromBlock: 20_190_637n, name: 'USDT' },
    { address: '0xe85dc543813b8c2cfeaac371517b925a166a9293', fromBlock: 21_820_087n, name: 'WBTC' },
    { address: '0xa17581a9e3356d9a858b789d68b4d866e593ae94', fromBlock: 16_400_710n, name: 'WETH' },
    { address: '0x3d0bb1ccab520a66e607822fc55bc921738fafe3', fromBlock: 20_683_535n, name: 'wstETH' },
  ],
  arbitrum: [
    { address: '0xa5edbdd9646f8dff606d7448e414884c7d905dca', fromBlock: 87_335_214n, name: 'USDC.e' },
    { address: '0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf', fromBlock: 122_080_500n, name: 'USDC' },
    { address: '0xd98be00b5d27fc98112bde293e487f8d4ca57d07', fromBlock: 223_796_350n, name: 'USDT' },
    { address: '0x6f7d514bbd4aff3bcd1140b7344b32f063dee486', fromBlock: 219_386_101n, name: 'WETH' },
  ],
  polygon: [
    { address: '0xf25212e676d1f7f89cd72ffee66158f541246445', fromBlock: 39_412_367n, name: 'USDC.e' },
    { address: '0xaeb318360f27748acb200ce616e389a6c9409a07', fromBlock: 58_479_907n, name: 'USDT' },
  ],
  base: [
    { address: '0x784efeb622244d2348d4f2522f8860b96fbece89', fromBlock: 20_852_405n, name: 'AERO' },
    { address: '0x9c4ec768c28520b50860ea7a15bd7213a9ff58bf', fromBlock: 2_197_588n, name: 'USDbC' },
    { address: '0xb125e6687d4313864e53df431d5425969c15eb2f', fromBlock: 11_699_480n, name: 'USDC' },
    { address: '0x2c776041ccfe903071af44aa147368a9c8eea518', fromBlock: 26_046_502n, name: 'USDS' },
    { address: '0x46e6b214b524310239732d51387075e0e70970bf', fromBlock: 2_495_303n, name: 'WETH' },
  ],
  optimism: [
    { address: '0x2e44e174f7d53f0212823acc11c01a11d58c5bcb', fromBlock: 118_406_276n, name: 'USDC' },
    { address: '0x995e394b8b2437ac8ce61ee0bc610d617962b214', fromBlock: 120_295_564n, name: 'USDT' },
    { address: '0xe36a30d249f7761327fd973001a32010b521b6fd', fromBlock: 122_730_232n, name: 'WETH' },
  ],
}
