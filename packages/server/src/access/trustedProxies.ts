/** The number of proxies in front of the node, or their addresses and CIDR ranges. */
export type TrustedProxies = number | readonly string[]
