// What no page shows before it is touched. It stands in one script, which comes with the first touch.
export { Refusal } from './Refusal';
export { ToastContent } from './ToastContent';
