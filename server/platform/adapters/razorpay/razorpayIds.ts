/** The formats of Razorpay's ids. Its package puts ids into paths unescaped, so nothing else may pass. */
export const idPatterns = {
  order: /^order_[A-Za-z0-9]{14}$/,
  payment: /^pay_[A-Za-z0-9]{14}$/,
  refund: /^rfnd_[A-Za-z0-9]{14}$/,
  dispute: /^disp_[A-Za-z0-9]{14}$/,
};
