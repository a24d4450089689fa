import { Button } from "../components/Button";
import { useToast } from "../components/feedback/ToastProvider";

export function CopyReference({ reference }: { reference: string }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      toast.success("Reference number copied");
    } catch {
      // Copying fails outside a secure context, or if the browser blocks it.
      toast.error("Your browser did not let us copy it. Please select the number and copy it.");
    }
  };
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      Copy reference number
    </Button>
  );
}
